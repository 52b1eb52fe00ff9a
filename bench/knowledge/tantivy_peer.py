"""Tantivy over the same documents and queries: `cargo xtask bench knowledge` sets it beside our search.

Reads {"documents": [{"title", "text"}], "queries": [...]} from standard input and prints, for each query, the places
of the ten best documents. Its own English stemmer, its own BM25, any of the words, titles three times as heavy: what
a person gets who reaches for it.
"""

import json
import sys

import tantivy

SHOWN = 10

given = json.load(sys.stdin)
builder = tantivy.SchemaBuilder()
builder.add_text_field("title", tokenizer_name="en_stem")
builder.add_text_field("text", tokenizer_name="en_stem")
builder.add_unsigned_field("place", stored=True)
index = tantivy.Index(builder.build())
writer = index.writer()
for place, document in enumerate(given["documents"]):
    writer.add_document(tantivy.Document(title=document["title"], text=document["text"], place=place))
writer.commit()
index.reload()
searcher = index.searcher()
found = []
for query in given["queries"]:
    words = "".join(letter if letter.isalnum() else " " for letter in query)
    parsed, _ = index.parse_query_lenient(words, ["title", "text"], field_boosts={"title": 3.0, "text": 1.0})
    hits = searcher.search(parsed, SHOWN).hits
    found.append([searcher.doc(address)["place"][0] for _, address in hits])
json.dump(found, sys.stdout)
