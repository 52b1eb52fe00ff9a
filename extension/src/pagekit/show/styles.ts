// The styles of the overlay, in the colours of our pages. By media query and not by light-dark(),
// which would follow the page's own colour scheme. Nothing is animated for long, because every frame
// costs the driven page time.
export const OVERLAY_STYLES = `
:host {
  --surface: rgb(255 255 255 / 94%);
  --line: #dfe3dc;
  --text: #14201d;
  --accent: #0b6b63;
  --stop: #ab231c;
  --on-stop: #ffffff;
  --glow: 11 107 99;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :host {
    --surface: rgb(22 29 27 / 94%);
    --line: #2a3431;
    --text: #e9efec;
    --accent: #55d3c1;
    --stop: #c93a32;
    --glow: 85 211 193;
  }
}
* { box-sizing: border-box; }
.edge {
  position: fixed;
  inset: 0;
  pointer-events: none;
  box-shadow:
    inset 0 0 0 2px rgb(var(--glow) / 75%),
    inset 0 0 14px rgb(var(--glow) / 45%),
    inset 0 0 56px rgb(var(--glow) / 22%);
}
.pill {
  position: fixed;
  inset-inline: 16px;
  bottom: 20px;
  width: fit-content;
  max-width: min(480px, 100% - 32px);
  margin-inline: auto;
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 6px 6px 6px 16px;
  border: 1px solid var(--line);
  border-radius: 999px;
  background: var(--surface);
  box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 8px 28px rgb(0 0 0 / 18%);
  color: var(--text);
  font: 500 14px/20px system-ui, sans-serif;
  cursor: default;
  user-select: none;
  animation: arrive 240ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards;
}
.pill.aside { top: 20px; bottom: auto; }
.dot {
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: var(--accent);
}
.says { min-width: 0; display: flex; white-space: pre; }
.says bdi { overflow: hidden; text-overflow: ellipsis; font-weight: 600; }
.says span { flex: none; }
.announcement { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
button {
  all: unset;
  flex: none;
  box-sizing: border-box;
  min-height: 32px;
  padding: 6px 16px;
  border-radius: 999px;
  background: var(--stop);
  color: var(--on-stop);
  font: 600 14px/20px system-ui, sans-serif;
  text-align: center;
  cursor: pointer;
}
button:hover { filter: brightness(1.08); }
button:active { filter: brightness(0.92); }
button:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.hand, .ripple, .ring { position: fixed; top: 0; left: 0; pointer-events: none; }
.hand { width: 22px; height: 26px; filter: drop-shadow(0 1px 2px rgb(0 0 0 / 35%)); }
.hand path { fill: var(--accent); stroke: #ffffff; stroke-width: 1.6; stroke-linejoin: round; }
.ripple {
  width: 36px;
  height: 36px;
  margin: -18px 0 0 -18px;
  border-radius: 50%;
  background: rgb(var(--glow) / 32%);
  box-shadow: 0 0 0 1px rgb(var(--glow) / 60%);
}
.ring {
  border-radius: 8px;
  box-shadow: 0 0 0 2px rgb(var(--glow) / 90%), 0 0 0 6px rgb(var(--glow) / 24%);
}
@keyframes arrive { from { opacity: 0; translate: 0 12px; } }
@media (max-width: 480px) {
  .pill { bottom: 12px; padding-inline-start: 14px; }
  .pill.aside { top: 12px; }
}
@media (prefers-reduced-motion: reduce) {
  .pill { animation: none; }
}
@media (forced-colors: active) {
  .edge { outline: 3px solid Highlight; outline-offset: -3px; }
  .pill { background: Canvas; color: CanvasText; border-color: CanvasText; }
  .dot { background: Highlight; forced-color-adjust: none; }
  button { background: ButtonFace; color: ButtonText; border: 1px solid ButtonText; }
  .ring { outline: 3px solid Highlight; }
}
`;
