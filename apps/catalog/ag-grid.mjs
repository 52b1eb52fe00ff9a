// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startSite } from '../start.mjs';
import { check, click, press, read, see, type, waitText } from '../steps.mjs';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Cars</title>
<h1>Cars</h1><div id="grid" style="height: 400px"></div><p>Chosen: <output id="chosen">none</output></p>
<script src="/ag-grid-community.min.js"></script>
<script>
const makes = ['Toyota', 'Ford', 'Porsche', 'Volvo', 'Skoda'];
const rowData = Array.from({ length: 1000 }, (_, at) =>
  ({ make: makes[at % 5], model: 'Model ' + (at + 1), price: 10000 + (at * 37) % 5000, sold: false }));
const api = agGrid.createGrid(document.getElementById('grid'), {
  rowData,
  rowSelection: { mode: 'multiRow' },
  defaultColDef: { flex: 1, filter: true, floatingFilter: true, editable: true },
  columnDefs: [{ field: 'make' }, { field: 'model' }, { field: 'price', filter: 'agNumberColumnFilter' },
    { field: 'sold', cellEditor: 'agCheckboxCellEditor' }],
  onSelectionChanged: ({ api }) =>
    (chosen.textContent = api.getSelectedRows().map(({ model }) => model).join(', ') || 'none'),
});
</script>`;

/** @type {import('../run.mjs').Application} */
export default {
  name: 'ag-grid',
  packages: { npm: ['ag-grid-community@36.2.0'] },
  start: ({ folder }) =>
    startSite(join(folder, 'node_modules/ag-grid-community/dist'), { '/': PAGE }),
  steps: [
    waitText('Model 1'),
    see(/982 of 1,002 rows are not in the page yet/),
    click(/\[\d+\] Price/),
    click(/\[\d+\] Price/),
    see(/Price[^|\n]*descending/),
    type('label=Make Filter Input', 'Volvo'),
    waitText('Model 674'),
    read('tables', /Volvo/),
    click(/\[\d+\] Model 674/, { count: 2 }),
    type(/textbox "Input Editor"/, 'Estate', { submit: true }),
    check(
      /Press Space to toggle row selection \(unchecked\)"[^\n]*(?=\| \[\d+\] Volvo \| \[\d+\] Estate)/,
    ),
    see(/Chosen: Estate/),
  ],
  check: async ({ evaluate }) => {
    const state = await evaluate(
      "({ rows: api.getDisplayedRowCount(), chosen: api.getSelectedRows().map(({ model }) => model), sort: api.getColumnState().find(({ colId }) => colId === 'price').sort, first: api.getDisplayedRowAtIndex(0).data.model })",
    );
    assert.deepEqual(state, { rows: 200, chosen: ['Estate'], sort: 'desc', first: 'Model 134' });
  },
};
