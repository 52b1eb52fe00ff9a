"""Plans a trip and writes it to a file; a second tab chats."""

import json
import os

import gradio as gr


def plan(city, days, transport, extras, guide):
    trip = {"city": city, "days": days, "transport": transport, "extras": extras, "guide": guide}
    with open("trip.json", "w") as file:
        json.dump(trip, file)
    return f"{days} days in {city} by {transport.lower()}"


def answer(message, history):
    with open("chat.json", "w") as file:
        json.dump({"message": message, "earlier": len(history)}, file)
    return f"You said: {message}"


with gr.Blocks(title="Trips") as demo:
    gr.Markdown("# Trips")
    with gr.Tab("Plan"):
        city = gr.Textbox(label="City")
        days = gr.Slider(1, 30, value=3, step=1, label="Days")
        transport = gr.Dropdown(["Train", "Bus", "Bicycle"], value="Bus", label="Transport")
        extras = gr.CheckboxGroup(["Breakfast", "Sauna", "Museum"], label="Extras")
        guide = gr.Checkbox(label="With a guide")
        result = gr.Textbox(label="Result")
        gr.Button("Plan the trip").click(plan, [city, days, transport, extras, guide], result)
    with gr.Tab("Chat"):
        gr.ChatInterface(answer)

demo.launch(server_name="127.0.0.1", server_port=int(os.environ["GRADIO_SERVER_PORT"]))
