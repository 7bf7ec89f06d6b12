"""From a placed workload to what is really reached: fitted coefficients with their spread."""
