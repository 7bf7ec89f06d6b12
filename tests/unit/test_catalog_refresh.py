"""Rows read anew from their sources: a diff to review, and nothing curated is overwritten."""

import csv
import io
import json
import threading
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest

from catalog.load import CatalogError
from catalog.refresh import gpus, models
from catalog.refresh.__main__ import main
from catalog.refresh.changes import Change, applied, same

QWEN = {
    "num_hidden_layers": 64,
    "hidden_size": 5120,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "intermediate_size": 25600,
    "max_position_embeddings": 40960,
    "vocab_size": 151936,
    "tie_word_embeddings": False,
    "sliding_window": None,
}
DEEPSEEK = {
    "num_hidden_layers": 61,
    "hidden_size": 7168,
    "num_attention_heads": 128,
    "num_key_value_heads": 128,
    "kv_lora_rank": 512,
    "qk_rope_head_dim": 64,
    "n_routed_experts": 256,
    "num_experts_per_tok": 8,
    "n_shared_experts": 1,
    "first_k_dense_replace": 3,
    "moe_intermediate_size": 2048,
    "intermediate_size": 18432,
    "vocab_size": 129280,
}
CARD = SimpleNamespace(
    name="GeForce RTX 4090",
    architecture="Ada Lovelace",
    memory_size_gb=24.0,
    memory_bandwidth_gb_s=1010.0,
    bus_interface="PCIe 4.0 x16",
    release_date=date(2022, 9, 20),
    thermal_design_power_w=450,
    memory_type="GDDR6X",
    l2_cache_mb=72.0,
    tensor_cores=512,
    single_float_performance_gflop_s=82580.0,
)


def refreshed(*args):
    out = io.StringIO()
    return main(list(args), out), out.getvalue()


def test_a_row_that_its_source_confirms_has_no_change(tmp_path):
    (tmp_path / "Qwen--Qwen3-32B.json").write_text(json.dumps(QWEN))
    assert refreshed("models", str(tmp_path)) == (0, "0 changes, 0 against curated values\n")


def test_latent_attention_and_experts_are_read_from_the_config():
    read = models.columns(DEEPSEEK)
    assert read["mla_kv_dim"] == "512+64=576"
    assert read["kv_elems_per_token_global"] == str(61 * 576)
    assert (read["experts_total"], read["experts_active"]) == ("256", "8")
    assert read["n_dense_lead_layers"] == "3"


def test_the_text_part_of_a_model_with_a_tower_is_what_counts():
    assert models.columns({"text_config": QWEN, "vision_config": {}})["n_layers"] == "64"


def test_a_curated_value_is_marked_and_never_written(tmp_path):
    source, to = tmp_path / "dump.json", tmp_path / "proposed.csv"
    source.write_text(json.dumps({"Qwen/Qwen3-32B": {**QWEN, "num_hidden_layers": 63}}))
    status, text = refreshed("models", str(source), "--to", str(to))
    assert status == 1
    assert "! Qwen3 32B: n_layers 64 → 63" in text
    with to.open(newline="") as file:
        row = next(one for one in csv.DictReader(file) if one["name"] == "Qwen3 32B")
    assert row["n_layers"] == "64"


def test_only_what_nobody_set_is_applied():
    rows = [{"name": "A", "tdp_w": "", "bus": "x"}]
    wanted = [Change("A", "tdp_w", "", "5", "s"), Change("A", "bus", "x", "y", "s", curated=True)]
    assert applied(rows, wanted) == [{"name": "A", "tdp_w": "5", "bus": "x"}]


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [("1008", "1010.0", True), ("24.0", "24", True), ("24", "48", False), ("", "1", False)],
)
def test_rounding_is_no_difference(old, new, is_same):
    assert same(old, new) is is_same


def test_matmul_rates_are_the_tensor_cores_and_not_the_shaders():
    assert gpus.columns(CARD)["fp16_matmul_tflops_dense"] == "165.2"


def test_known_errors_of_the_source_are_put_right_before_comparing():
    row = {"name": "GeForce RTX 4090", "memory_gb": "24", "confidence": "read"}
    wrong = SimpleNamespace(**{**vars(CARD), "memory_size_gb": 20.0})
    known = {("GeForce RTX 4090", "memory_gb"): "24"}
    found = [one.field for one in gpus.changes([row], {"GeForce RTX 4090": wrong}, known)]
    assert "memory_gb" not in found


def test_the_overrides_hold_every_error_of_the_source_that_is_known():
    named = {name for name, _ in gpus.overrides()}
    assert {"Radeon Instinct MI300X", "Radeon Instinct MI325X", "B200", "Arc A770"} <= named
    assert {"RTX PRO 6000 Blackwell Server", "RTX 2000 Ada Generation"} <= named


@pytest.mark.parametrize("args", [(), ("cars",), ("models",), ("gpus", "extra")])
def test_other_arguments_show_how_it_is_used(args):
    status, text = refreshed(*args)
    assert status == 2
    assert "howfast catalog refresh" in text


@pytest.mark.parametrize("text", ["not json", "[1]"])
def test_a_broken_source_is_named(tmp_path, text):
    (tmp_path / "broken.json").write_text(text)
    status, said = refreshed("models", str(tmp_path / "broken.json"))
    assert status == 2
    assert "broken.json" in said


class Hub(BaseHTTPRequestHandler):
    """A hub with one model."""

    def do_GET(self):
        found = self.path == "/Qwen/Qwen3-32B/resolve/main/config.json"
        self.send_response(200 if found else 404)
        self.send_header("X-Repo-Commit", "0123456789abcdef")
        self.end_headers()
        self.wfile.write(json.dumps(QWEN).encode() if found else b"{}")

    def log_message(self, *_args):
        """Say nothing."""


@pytest.fixture
def hub():
    server = HTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_config_is_fetched_from_the_hub_with_its_revision(hub):
    config = models.fetch_config("Qwen/Qwen3-32B", hub)
    assert config.values["num_hidden_layers"] == 64
    assert "0123456789ab" in config.source


def test_a_missing_model_a_bad_name_and_no_hub_are_said(hub, monkeypatch):
    monkeypatch.delenv("HOWFAST_HUB", raising=False)
    for repository, base in (("a/b", hub), ("../etc", hub), ("a/b", "file:///etc"), ("a/b", None)):
        with pytest.raises(CatalogError):
            models.fetch_config(repository, base)
