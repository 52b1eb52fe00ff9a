"""An API whose documentation is Swagger UI, from the folder that SWAGGER_UI names."""

import os

from fastapi import Depends, FastAPI, HTTPException
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.security import APIKeyHeader
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel

app = FastAPI(title="Items", docs_url=None)
app.mount("/swagger", StaticFiles(directory=os.environ["SWAGGER_UI"]))
key = APIKeyHeader(name="x-key")
items: dict[int, dict] = {}


class Item(BaseModel):
    name: str
    price: float


@app.get("/docs", include_in_schema=False)
def docs():
    return get_swagger_ui_html(
        openapi_url="/openapi.json",
        title="Items",
        swagger_js_url="/swagger/swagger-ui-bundle.js",
        swagger_css_url="/swagger/swagger-ui.css",
        swagger_favicon_url="/swagger/favicon-32x32.png",
    )


@app.post("/items", status_code=201, summary="Add an item")
def add(item: Item):
    number = len(items) + 1
    items[number] = item.model_dump()
    return {"number": number, **items[number]}


@app.get("/items", summary="All items")
def list_items():
    return items


@app.get("/items/{number}", summary="One item")
def one(number: int):
    if number not in items:
        raise HTTPException(404, "no such item")
    return items[number]


@app.delete("/items/{number}", summary="Remove an item")
def remove(number: int, secret: str = Depends(key)):
    if secret != "open sesame":
        raise HTTPException(403, "wrong key")
    return items.pop(number)
