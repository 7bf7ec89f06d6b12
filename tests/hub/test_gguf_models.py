from functools import cache

import pytest

from catalog.load import Catalog, load_catalog
from catalog.records import Model
from core.estimate import estimate
from core.gguf.header import read_header
from core.gguf.model import model_of
from core.gguf.shape import COMPRESSED
from core.query import DeviceUse, Query
from tests.fakes import hub_rows
from tests.fakes.hub_gguf import written

CATALOG = load_catalog()
ROWS = tuple(CATALOG.models.values())
ROUNDING = 0.01
MORE_THAN_THE_ROW = {  # what the header tells and the row does not
    "llama-4-maverick-400b-a17b": 0.03,  # which layers are dense
    "nemotron-3-nano-4b": 0.05,  # which layers keep a cache
}
DEVICES = (DeviceUse("", 1, 24_000_000_000, 1.0e12),)


def header_of(row: Model) -> bytes:
    return written(hub_rows.values(row), hub_rows.tensors(row))


@cache
def read_back(row_id: str) -> Model:
    row = CATALOG.models[row_id]
    known = CATALOG.models if row.family in COMPRESSED else {}
    return model_of(read_header(header_of(row)), id_=row.id, models=known)


def with_model(model: Model) -> Catalog:
    one = CATALOG
    found = Catalog({model.id: model}, one.devices, one.quants, one.kv_quants, one.links)
    found.__dict__["files"] = one.files
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_header_made_from_a_row_is_estimated_like_the_row(row: Model) -> None:
    read = hub_rows.renamed(read_back(row.id), row)
    near = MORE_THAN_THE_ROW.get(row.id, ROUNDING)
    for quant, context in (("q4_k_m", 4_096), ("q8_0", 65_536)):
        query = Query(model=row.id, quant=quant, devices=DEVICES, context_tokens=context)
        known, found = (estimate(query, one) for one in (CATALOG, with_model(read)))
        assert found.kv_read_bytes == pytest.approx(known.kv_read_bytes, rel=1e-6)
        assert found.decode.mid == pytest.approx(known.decode.mid, rel=near)
