//! The chores: small pages with one structure each that real sites have.

use super::Chore;
use super::Step::{
    Append, Back, Check, Click, Copy, Dialog, DoubleClick, Drag, Hover, Press, RightClick, Search,
    Select, Type, Uncheck, Wait,
};

macro_rules! chores {
    ($($name:literal $page:literal [$($step:expr),*] $done:literal;)*) => {
        &[$(Chore { name: $name, page: $page, steps: &[$($step),*], done: $done }),*]
    };
}

pub(super) const CHORES: &[Chore] = chores! {
    "press a button"
        "<button onclick='document.title = 1'>Save</button>"
        [Click("\"Save\"")] "document.title === '1'";
    "double-click"
        "<button ondblclick='document.title = 2'>Word</button>"
        [DoubleClick("\"Word\"")] "document.title === '2'";
    "open a context menu"
        "<div role=button tabindex=0 oncontextmenu='event.preventDefault(); menu.hidden = false'>Photo</div>
         <div id=menu role=menu hidden><button role=menuitem onclick='document.title = 3'>Rotate</button></div>"
        [RightClick("\"Photo\""), Click("\"Rotate\"")] "document.title === '3'";
    "type a name"
        "<label>Name <input id=n></label>"
        [Type("\"Name\"", "Ada Lovelace")] "n.value === 'Ada Lovelace'";
    "replace what stands there"
        "<label>Town <input id=t value=Paris></label>"
        [Type("\"Town\"", "Bern")] "t.value === 'Bern'";
    "add to what stands there"
        "<label>Notes <input id=t value='milk, '></label>"
        [Append("\"Notes\"", "bread")] "t.value === 'milk, bread'";
    "write two lines"
        "<label>Letter <textarea id=t></textarea></label>"
        [Type("\"Letter\"", "Dear Bob,\nthank you.")] "t.value === 'Dear Bob,\\nthank you.'";
    "tick a box"
        "<label><input type=checkbox id=c> I agree</label>"
        [Check("\"I agree\"")] "c.checked";
    "untick a box"
        "<label><input type=checkbox id=c checked> Newsletter</label>"
        [Uncheck("\"Newsletter\"")] "!c.checked";
    "choose a radio button"
        "<fieldset><legend>Size</legend><label><input type=radio name=s> Small</label>
         <label><input type=radio name=s id=l> Large</label></fieldset>"
        [Check("\"Large\"")] "l.checked";
    "choose from a list"
        "<label>Colour <select id=s><option>Red<option>Green<option>Blue</select></label>"
        [Select("\"Colour\"", &["Green"])] "s.value === 'Green'";
    "choose several"
        "<label>Days <select id=s multiple size=3><option>Mon<option>Tue<option>Wed</select></label>"
        [Select("\"Days\"", &["Mon", "Wed"])] "[...s.selectedOptions].map(o => o.value).join() === 'Mon,Wed'";
    "choose a date"
        "<label>Day <input type=date id=d></label>"
        [Type("\"Day\"", "2027-03-14")] "d.value === '2027-03-14'";
    "set a slider"
        "<label>Volume <input type=range id=r min=0 max=10 value=2></label>"
        [Type("\"Volume\"", "7")] "r.value === '7'";
    "set a number"
        "<label>Guests <input type=number id=g></label>"
        [Type("\"Guests\"", "12")] "g.value === '12'";
    "switch something on"
        "<button role=switch aria-checked=false onclick='this.ariaChecked = true'>Wi-Fi</button>"
        [Click("\"Wi-Fi\"")] "document.querySelector('button').ariaChecked === 'true'";
    "open a menu and use it"
        "<button aria-haspopup=menu onclick='m.hidden = false'>File</button>
         <div role=menu id=m hidden><button role=menuitem>New</button><button role=menuitem onclick='document.title = 4'>Print</button></div>"
        [Click("\"File\""), Click("\"Print\"")] "document.title === '4'";
    "use a menu that comes with the pointer"
        "<style>#m { display: none } #h:hover #m { display: block }</style>
         <div id=h><button>Products</button><div id=m><a href='#tea' onclick='document.title = 5'>Tea</a></div></div>"
        [Hover("\"Products\""), Click("\"Tea\"")] "document.title === '5'";
    "say yes in a dialog of the page"
        "<button onclick='d.showModal()'>Delete</button>
         <dialog id=d aria-label='Sure?'><button onclick='document.title = 6; d.close()'>Yes, delete</button></dialog>"
        [Click("\"Delete\""), Click("\"Yes, delete\"")] "document.title === '6'";
    "accept a dialog of the browser"
        "<button onclick='if (confirm(\"Really?\")) document.title = 7'>Empty</button>"
        [Click("\"Empty\""), Dialog(true)] "document.title === '7'";
    "refuse a dialog of the browser"
        "<button onclick='document.title = confirm(\"Really?\") ? \"yes\" : \"no\"'>Format</button>"
        [Click("\"Format\""), Dialog(false)] "document.title === 'no'";
    "go to another tab of a page"
        "<div role=tablist><button role=tab onclick='p.hidden = false'>Prices</button></div>
         <div role=tabpanel id=p hidden><button onclick='document.title = 8'>Order</button></div>"
        [Click("\"Prices\""), Click("\"Order\"")] "document.title === '8'";
    "unfold something"
        "<details><summary>More options</summary><label><input type=checkbox id=c> Gift wrap</label></details>"
        [Click("\"More options\""), Check("\"Gift wrap\"")] "c.checked";
    "write where any element can be edited"
        "<div id=e contenteditable role=textbox aria-label=Message></div>"
        [Type("\"Message\"", "On my way")] "e.textContent === 'On my way'";
    "press a button in a frame"
        "<iframe title=inner srcdoc='<button onclick=\"parent.document.title = 9\">Inside</button>'></iframe>"
        [Click("\"Inside\"")] "document.title === '9'";
    "press a button in a shadow root"
        "<div id=h></div><script>h.attachShadow({ mode: 'open' }).innerHTML = '<button>Deep</button>';
         h.shadowRoot.querySelector('button').onclick = () => document.title = 10</script>"
        [Click("\"Deep\"")] "document.title === '10'";
    "find what is far below"
        "<div style='height: 5000px'>Long</div><button onclick='document.title = 11'>At the end</button>"
        [Press("End"), Click("\"At the end\"")] "document.title === '11'";
    "load more until it is there"
        "<ul id=l><li>Row 1</ul><button onclick='const n = l.children.length + 1;
         l.insertAdjacentHTML(\"beforeend\", n < 3 ? `<li>Row ${n}` : `<li><button onclick=document.title=12>Row 3</button>`)'>Load more</button>"
        [Click("\"Load more\""), Click("\"Load more\""), Click("\"Row 3\"")] "document.title === '12'";
    "turn the page of a list"
        "<p id=p>Page 1</p><a href='#2' onclick='p.innerHTML = \"Page 2 <button onclick=document.title=13>Zebra</button>\"'>Next page</a>"
        [Click("\"Next page\""), Click("\"Zebra\"")] "document.title === '13'";
    "delete one row of a table"
        "<table><tr><th>Name<th>Action<tr><td>Ann<td><button aria-label='Delete Ann'>x</button>
         <tr id=b><td>Bob<td><button aria-label='Delete Bob' onclick='b.remove()'>x</button></table>"
        [Click("\"Delete Bob\"")] "document.querySelectorAll('tr').length === 2";
    "sort a table"
        "<table><thead><tr><th aria-sort=none id=h><button onclick='h.ariaSort = \"ascending\"'>Price</button></table>"
        [Click("\"Price\"")] "h.ariaSort === 'ascending'";
    "search with Enter"
        "<form onsubmit='event.preventDefault(); document.title = q.value'><input type=search id=q aria-label=Search></form>"
        [Search("\"Search\"", "headphones")] "document.title === 'headphones'";
    "choose a suggestion"
        "<input role=combobox aria-label=City aria-controls=l aria-expanded=false id=c oninput='l.hidden = false; c.ariaExpanded = true'>
         <ul role=listbox id=l hidden><li role=option onclick='c.value = \"Bern\"; l.hidden = true; document.title = 14'>Bern</ul>"
        [Type("\"City\"", "Be"), Click("option \"Bern\"")] "document.title === '14' && c.value === 'Bern'";
    "go to another page and fill something in"
        "<a href='/own/oracle-next'>Go on</a>"
        [Click("\"Go on\""), Type("\"Town\"", "Bern"), Click("\"Keep\"")] "localStorage.town === 'Bern'";
    "go there and come back"
        "<a href='/own/oracle-next'>Look</a><button onclick='localStorage.back = 1'>Here again</button>"
        [Click("\"Look\""), Back, Click("\"Here again\"")] "localStorage.back === '1'";
    "drag a card"
        "<div id=a role=listitem aria-label=Card draggable=true style='width: 90px; height: 30px; background: #ccc'
           ondragstart='event.dataTransfer.setData(\"text/plain\", 1)'>Card</div>
         <div id=d role=button tabindex=0 aria-label=Done style='width: 200px; height: 120px; background: #eee'
           ondragover='event.preventDefault()' ondrop='event.preventDefault(); document.title = 15'>Done</div>"
        [Drag("\"Card\"", "\"Done\"")] "document.title === '15'";
    "use a shortcut"
        "<label>Text <input id=t></label><script>addEventListener('keydown', (e) => {
         if (e.ctrlKey && e.key === 'm') document.title = 16 })</script>"
        [Click("\"Text\""), Press("Control+m")] "document.title === '16'";
    "make a button usable"
        "<label><input type=checkbox onchange='b.disabled = !this.checked'> Terms</label>
         <button id=b disabled onclick='document.title = 17'>Pay nothing</button>"
        [Check("\"Terms\""), Click("\"Pay nothing\"")] "document.title === '17'";
    "wait for something"
        "<button onclick='setTimeout(() => p.innerHTML = \"Ready <button onclick=document.title=18>Fetch</button>\", 300)'>Start</button><p id=p></p>"
        [Click("\"Start\""), Wait("Ready"), Click("\"Fetch\"")] "document.title === '18'";
    "go through three steps"
        "<div id=w><label>One <input id=i></label><button onclick='step()'>Continue</button></div><script>let n = 0; const kept = [];
         function step() { kept.push(i.value); n += 1; w.innerHTML = n < 3 ? `<label>Part ${n + 1} <input id=i></label><button onclick=step()>Continue</button>` : 'Finished'; }</script>"
        [Type("\"One\"", "a"), Click("\"Continue\""), Type("\"Part 2\"", "b"), Click("\"Continue\""), Type("\"Part 3\"", "c"), Click("\"Continue\"")]
        "kept.join() === 'a,b,c'";
    "fill a cart"
        "<button onclick='add(3)'>Add tea</button><button onclick='add(4)'>Add milk</button><p id=s>Sum 0</p>
         <script>let sum = 0; function add(n) { sum += n; s.textContent = `Sum ${sum}` }</script>"
        [Click("\"Add tea\""), Click("\"Add milk\"")] "sum === 7";
    "undo something"
        "<button onclick='document.title = \"gone\"; t.hidden = false'>Archive</button><div role=status id=t hidden>Archived <button onclick='document.title = 19'>Undo</button></div>"
        [Click("\"Archive\""), Click("\"Undo\"")] "document.title === '19'";
    "unfold a tree"
        "<ul role=tree><li role=treeitem aria-expanded=false tabindex=0 id=r onclick='r.ariaExpanded = true; g.hidden = false'>Europe
         <ul role=group id=g hidden><li role=treeitem tabindex=0 onclick='event.stopPropagation(); document.title = 20'>Malta</ul></ul>"
        [Click("\"Europe"), Click("\"Malta\"")] "document.title === '20'";
    "copy a value"
        "<p>Your code: X7-42 (today)</p><label>Code <input id=c></label>"
        [Copy("Your code: ", "\"Code\"")] "c.value === 'X7-42'";
};
