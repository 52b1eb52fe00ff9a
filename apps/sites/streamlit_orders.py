"""Takes an order and writes it to a file."""

import json

import streamlit as st

st.title("Orders")
name = st.text_input("Customer")
shipping = st.selectbox("Shipping", ["Air", "Rail", "Road", "Sea"])
amount = st.slider("Amount", 0, 100, 10)
extras = st.multiselect("Extras", ["Gift wrap", "Insurance", "Tracking"])
express = st.toggle("Express")
with st.expander("Remarks"):
    remarks = st.text_area("Remarks for the driver")
speed = st.radio("Payment", ["Card", "Invoice"])
st.write(f"{amount} pieces by {shipping.lower()} for {name or 'nobody'}")
if st.button("Place order"):
    order = {
        "name": name,
        "shipping": shipping,
        "amount": amount,
        "extras": extras,
        "express": express,
        "remarks": remarks,
        "payment": speed,
    }
    with open("order.json", "w") as file:
        json.dump(order, file)
    st.success("Order placed")
