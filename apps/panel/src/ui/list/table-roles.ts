/** A table that is laid out as cards loses its parts' roles, so they are set explicitly. */
export const tableRoles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** Of a table whose rows are moved through with the arrow keys. */
export const gridRoles = {
  grid: { role: "grid", tabIndex: 0 },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "gridcell" },
} as const;
