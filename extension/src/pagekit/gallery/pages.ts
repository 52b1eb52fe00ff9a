// Small pages, each with a structure that real applications have and that is easy to miss.

const EDITOR = 'position: relative; width: 400px; height: 120px';
const row = (index: number) =>
  `<div role="row" aria-rowindex="${index}"><div role="presentation"><div role="gridcell" tabindex="-1"
    aria-colindex="1">Make ${index}</div></div><div role="presentation"><div role="gridcell" tabindex="-1"
    aria-colindex="2">${index * 10}</div></div></div>`;

export const GALLERY: Record<string, string> = {
  'application in a body without height': `<style>body { margin: 0; overflow: hidden }
    #app { position: absolute; inset: 0 }</style><div id="app"><h1>Hello</h1><button>Press me</button>
    <div style="overflow: hidden; height: 0"><div style="position: fixed; right: 0; top: 0" role="alert">
    News? <button>Yes</button> <button>No</button></div></div></div>`,
  'form of every field': `<form aria-label="Order"><label>Name <input></label>
    <label>Mail <input type="email" required></label><label>Age <input type="number"></label>
    <label>From <input type="date"></label><label>Volume <input type="range"></label>
    <label>Colour <input type="color"></label><label>File <input type="file"></label>
    <label>Secret <input type="password" value="x"></label><label>Find <input type="search"></label>
    <label>City <input list="l"></label><datalist id="l"><option>Bern</datalist>
    <label><input type="checkbox" checked> Agree</label><label><input type="radio" name="r"> One</label>
    <label>Size <select><option>S<option>M</select></label>
    <label>Many <select multiple><option>S<option>M</select></label>
    <label>Note <textarea></textarea></label><fieldset disabled><legend>Off</legend><button>Dis</button></fieldset>
    <input type="submit"><input type="reset"><input type="image" alt="Buy" src=""><button>Go</button></form>`,
  'pretty boxes over real ones': `<style>.v { position: absolute; opacity: 0; width: 1px; height: 1px }</style>
    <label><input class="v" type="checkbox"><span>Fancy tick</span></label>
    <label><input class="v" type="radio" name="r"><span>Fancy radio</span></label>
    <label style="cursor: pointer">Upload<input type="file" hidden></label>
    <span role="switch" tabindex="0" aria-checked="true">Wifi</span>
    <div style="position: relative; width: 90px; height: 30px">Toggle
      <input type="checkbox" aria-label="Toggle" style="position: absolute; inset: 0; opacity: 0"></div>`,
  editors: `<div contenteditable aria-label="Letter"><p>Dear <a href="/you">you</a></p></div>
    <div style="${EDITOR}"><div style="overflow: hidden; position: relative; width: 3px; height: 0">
      <textarea aria-label="Code" style="position: absolute; width: 900px; height: 1em"></textarea></div>let a;</div>
    <div style="${EDITOR}"><div id="e" role="textbox" tabindex="0" aria-multiline="true" aria-label="Monaco"
      style="position: absolute; width: 0; height: 19px; overflow: auto"></div>let b;</div>
    <iframe title="Rich" srcdoc="<body contenteditable aria-label='Framed'>Hi"></iframe>
    <script>e.editContext = new EditContext()</script>`,
  copies: `<div aria-hidden="true" style="position: absolute; width: 1px; height: 1px; overflow: hidden">
    <button>Greet</button></div><div role="tablist"><button role="tab" aria-selected="true">Greet</button>
    <button role="tab">Chat</button></div><div role="tabpanel">Hello</div>
    <div role="listbox" style="width: 0; height: 0; overflow: hidden"><div role="option">rust</div></div>
    <input role="combobox" aria-label="Language" aria-expanded="false">
    <a href="#main" style="position: absolute; left: -9999px">Skip</a>`,
  'grid that renders what is in view': `<div role="grid" aria-rowcount="1000" aria-colcount="2"
    aria-label="Cars"><div role="row" aria-rowindex="1"><div role="columnheader" tabindex="-1"
    aria-sort="ascending">Make</div><div role="columnheader" tabindex="-1">Price</div></div>
    ${[2, 3, 4].map(row).join('')}</div>`,
  calendar: `<table role="grid" aria-label="May"><thead><tr><th abbr="Monday">Mo<th abbr="Tuesday">Tu</thead>
    <tr><td role="gridcell"><td role="gridcell"><button aria-label="1 May">1</button>
    <tr><td role="gridcell" tabindex="-1" aria-selected="true">2<td role="gridcell" tabindex="-1">3</table>`,
  'sheet that listens once': `<div id="sheet"><table><tr><td><td>Tesla<td>Volvo<tr><td>2019<td>10<td>11</table></div>
    <script>sheet.addEventListener('mousedown', () => {})</script>`,
  'table of controls': `<table><caption>Books</caption><tr><th><input type="checkbox" aria-label="All"><th>
    <a href="?o=1">Title</a><th>In print<th>Price<tr><td><input type="checkbox"><td><a href="/1">Emma</a><td>
    <img alt="True" src=""><td><input aria-label="Price" value="9.99"></table>`,
  'menus, trees and toolbars': `<div role="menubar"><div role="menuitem" tabindex="0" aria-haspopup="true">File</div></div>
    <div role="menu"><div role="menuitemcheckbox" aria-checked="true" tabindex="-1">Wrap</div>
    <div role="menuitemradio" aria-checked="false" tabindex="-1">Small</div></div>
    <div role="tree"><div role="treeitem" aria-expanded="true" tabindex="0">src<div role="group">
    <div role="treeitem">main.rs</div></div></div></div><div role="toolbar" aria-label="Text">
    <button aria-pressed="true">Bold</button><button aria-label="Italic"><svg></svg></button></div>
    <div role="slider" tabindex="0" aria-valuenow="4" aria-label="Zoom">4</div>
    <div role="spinbutton" tabindex="0" aria-valuenow="2" aria-label="Copies">2</div>
    <div role="scrollbar" aria-valuenow="1" aria-controls="x" tabindex="0">s</div>`,
  'disclosure and dialog': `<details><summary>More</summary><button>Inside</button></details>
    <details open><summary>Open</summary><button>Shown</button></details><button popovertarget="p">Pop</button>
    <div id="p" popover><button>In popover</button></div><dialog open aria-label="Sure?"><button>OK</button></dialog>`,
  modal: `<button>Behind</button><dialog id="d" aria-label="Sure?"><button>OK</button></dialog>
    <script>d.showModal()</script>`,
  'shadow roots and slots': `<x-card><a href="/in" slot="link">In slot</a></x-card><script>
    customElements.define('x-card', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<button>In shadow</button><slot name="link"></slot>' } })</script>`,
  'pictures that are links': `<a href="/cat"><img alt="A cat" src=""></a><a href="/date"><span title="Choose a Date">
    </span></a><map name="m"><area href="/area" alt="North" shape="rect" coords="0,0,20,20"></map>
    <img usemap="#m" alt="Map" width="50" height="50" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <svg width="40" height="40"><a href="/s"><text y="20">Svg</text></a></svg><video controls></video>`,
  'out of view': `<div style="height: 3000px">Far</div><button>Below</button><div style="width: 200px; height: 60px;
    overflow: auto"><div style="height: 500px">x</div><button>In scroller</button></div>
    <button style="position: absolute; left: 3000px; top: 0">Right</button>`,
  'layouts that seem to hide': `<div style="display: contents"><button>Contents</button></div>
    <div style="visibility: hidden"><button style="visibility: visible">Visible again</button></div>
    <div style="height: 0"><button>Flows out</button></div><div style="opacity: 0.01"><button>Faint</button></div>
    <div style="transform: scale(0.5)"><button>Small</button></div>
    <div style="position: relative; height: 0; overflow: hidden; width: 9px"><button>Folded</button></div>`,
};
