"""Widgets: thin skins around HTML that Python makes, and the plain controllers behind them.

    view.py      `HtmlView`: shows named parts of HTML, sends back what was pressed, keeps focus; keyboard
    table.py     `TableDesk`: what a person sees and does at a table, without a widget in it

What runs in the browser lies in static/.
"""
