import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "libpg-query";
import { root } from "../project.mjs";

// Refuses migrations that block a running installation for long, or break the processes of the release before, which run
// until they are replaced. A table that the migration itself creates may change in any way.

const migrations = path.join(root, "packages/db/migrations");
const released = path.join(root, "packages/db/released-columns.json");

const inBatches =
  "write a migration that begins with `-- backfill`, and give each statement a `limit`: it is repeated until no row is left";
const notValid = "add it `NOT VALID`, and validate it in a migration of its own";
const nextRelease =
  "the release before still selects it: stop selecting it now, and drop it in the next release";

/** How a column is added: by the constraint in its definition. */
const addedColumns = {
  CONSTR_GENERATED: ({ generated_kind: kind }) =>
    kind !== "v" && "a stored generated column rewrites the table: add a column, and fill it with a backfill",
  CONSTR_IDENTITY: () => "an identity column rewrites the table: add a column, and fill it with a backfill",
  CONSTR_DEFAULT: ({ raw_expr: value }) =>
    !isStable(value) &&
    "its default is computed for each row, which rewrites the table: fill it with a backfill",
  CONSTR_UNIQUE: () =>
    "its index would block writes: add the column first, and then an index in a migration of its own",
  CONSTR_PRIMARY: () =>
    "its index would block writes: add the column first, and then an index in a migration of its own",
  CONSTR_CHECK: () => `the whole table is checked while it is locked: ${notValid}`,
  CONSTR_FOREIGN: () => `the whole table is checked while it is locked: ${notValid}`,
};

const isStable = (value) =>
  "A_Const" in value ||
  "SQLValueFunction" in value ||
  ("TypeCast" in value && isStable(value.TypeCast.arg)) ||
  ("A_ArrayExpr" in value && (value.A_ArrayExpr.elements ?? []).every(isStable)) ||
  ("FuncCall" in value && value.FuncCall.funcname.at(-1).String.sval === "now");

const addedConstraints = (constraint) => {
  if (["CONSTR_UNIQUE", "CONSTR_PRIMARY"].includes(constraint.contype)) {
    return (
      !constraint.indexname &&
      "its index would block writes: add a unique index, and the constraint `USING INDEX` in a later migration"
    );
  }
  return constraint.contype === "CONSTR_EXCLUSION"
    ? "its index blocks writes while it is built"
    : !constraint.skip_validation && `the whole table is checked while it is locked: ${notValid}`;
};

const rewrites =
  "rewrites the table: add another column, fill it with a backfill, and drop this one in the next release";

/** By kind of change to a table: the reason against it, if there is one. */
const tableChanges = {
  AT_AddColumn: ({ def: { ColumnDef: column } }) => {
    const constraints = (column.constraints ?? []).map(({ Constraint: one }) => one);
    const kinds = constraints.map(({ contype }) => contype);
    if (/serial$/.test(column.typeName.names.at(-1).String.sval)) {
      return addedColumns.CONSTR_IDENTITY();
    }
    return kinds.includes("CONSTR_NOTNULL") && !kinds.includes("CONSTR_DEFAULT")
      ? "the rows that are there have no value for it: give it a default, or make it nullable"
      : firstReason(constraints.map((one) => addedColumns[one.contype]?.(one)));
  },
  AT_AddConstraint: ({ def }) => addedConstraints(def.Constraint),
  AT_ValidateConstraint: (_change, { locked, table }) =>
    locked.has(table) && "the table stays locked while it is validated: use a migration of its own",
  AT_AlterColumnType: () => `another type ${rewrites}`,
  AT_SetExpression: () => `another expression ${rewrites}`,
  AT_SetNotNull: () =>
    `the whole table is read while it is locked: add a constraint \`NOT NULL column NOT VALID\`, and validate it in a migration of its own`,
  AT_DropColumn: ({ name }, { columns, table }) => columns[table]?.includes(name) && nextRelease,
  AT_SetLogged: () => rewrites,
  AT_SetUnLogged: () => rewrites,
  AT_SetTableSpace: () => rewrites,
  AT_SetAccessMethod: () => rewrites,
  AT_AttachPartition: () =>
    "the whole partition is read unless a valid constraint shows that its rows belong to it",
};

const firstReason = (reasons) => reasons.find((reason) => typeof reason === "string");
const changesRows = (name) => (statement, state) => {
  const table = statement.relation.relname;
  if (state.isBackfill) {
    return !/\blimit\b/i.test(state.text) && `a batch needs a limit: ${inBatches}`;
  }
  return !state.created.has(table) && `${name} can take as long as the table is large: ${inBatches}`;
};

const statements = {
  UpdateStmt: changesRows("update"),
  DeleteStmt: changesRows("delete"),
  InsertStmt(statement, state) {
    const isCopy =
      "SelectStmt" in (statement.selectStmt ?? {}) && !statement.selectStmt.SelectStmt.valuesLists;
    return isCopy && changesRows("insert … select")(statement, state);
  },
  CreateStmt(statement, { created }) {
    created.add(statement.relation.relname);
  },
  AlterTableStmt(statement, state) {
    const table = statement.relation.relname;
    if (state.created.has(table)) {
      return undefined;
    }
    const changes = (statement.cmds ?? []).map(({ AlterTableCmd: change }) => change);
    if (changes.some(({ subtype }) => subtype !== "AT_ValidateConstraint")) {
      state.locked.add(table);
    }
    const reasons = changes.map((change) => {
      if (change.subtype === "AT_AddColumn") {
        state.added.add(`${table}.${change.def.ColumnDef.colname}`);
      }
      return tableChanges[change.subtype]?.(change, { ...state, table });
    });
    return firstReason(reasons);
  },
  IndexStmt(statement, { created, added }) {
    const table = statement.relation.relname;
    if (created.has(table)) {
      return undefined;
    }
    if (statement.concurrent) {
      return "a migration is a transaction: write `CREATE INDEX`, which is built concurrently before it begins";
    }
    const uses = JSON.stringify([statement.indexParams, statement.whereClause ?? null]);
    const isNew = [...added].some((column) => uses.includes(`"${column.replace(`${table}.`, "")}"`));
    return (
      isNew &&
      "it can't be built concurrently, since this migration adds its column: use a migration of its own"
    );
  },
  DropStmt: ({ removeType, objects }, { columns }) =>
    removeType === "OBJECT_TABLE" &&
    objects.some(({ List: name }) => name.items.at(-1).String.sval in columns) &&
    nextRelease,
  RenameStmt: ({ renameType, relation, subname }, { columns, created }) =>
    ["OBJECT_TABLE", "OBJECT_COLUMN"].includes(renameType) &&
    !created.has(relation.relname) &&
    (renameType === "OBJECT_TABLE"
      ? relation.relname in columns
      : columns[relation.relname]?.includes(subname)) &&
    "the release before uses the old name: add the new one, fill it with a backfill, and drop the old one in the next release",
  TruncateStmt: () => "the release before may still use these rows",
  LockStmt: () => "a lock is held to the end of the migration",
  ReindexStmt: () => "it blocks writes: add an index of another name, and drop this one",
  VacuumStmt: () => "it can't run in a transaction",
  ClusterStmt: () => rewrites,
  DoStmt: () => "a block can do anything, so nothing in it can be checked: write its statements",
};

/**
 * The reasons against a migration.
 * @param {string} text
 * @param {Record<string, string[]>} columns the columns that the release before selects, by table
 * @returns {Promise<string[]>}
 */
export async function findMistakes(text, columns) {
  const isBackfill = /^--\s*backfill\b/.test(text);
  const state = { isBackfill, columns, created: new Set(), added: new Set(), locked: new Set(), text };
  const mistakes = [];
  for (const part of text.split("--> statement-breakpoint")) {
    const { stmts } = await parse(part);
    for (const { stmt, stmt_location: from = 0, stmt_len: length } of stmts ?? []) {
      const [[kind, statement] = ["", {}]] = Object.entries(stmt ?? {});
      const source = part.slice(from, length === undefined ? undefined : from + length).trim();
      const isBatch = ["UpdateStmt", "DeleteStmt", "InsertStmt"].includes(kind);
      const reason =
        isBackfill && !isBatch
          ? "a backfill only changes rows"
          : statements[kind]?.(statement, { ...state, text: source });
      if (typeof reason === "string") {
        mistakes.push(
          `${source
            .split("\n")
            .filter((line) => !line.startsWith("--"))
            .join(" ")
            .slice(0, 80)}: ${reason}`,
        );
      }
    }
  }
  return mistakes;
}

async function check() {
  const columns = fs.existsSync(released) ? JSON.parse(fs.readFileSync(released, "utf8")).columns : {};
  const files = fs
    .readdirSync(migrations)
    .filter((name) => name.endsWith(".sql") && name !== "0000_baseline.sql");
  let count = 0;
  for (const name of files.sort()) {
    for (const mistake of await findMistakes(fs.readFileSync(path.join(migrations, name), "utf8"), columns)) {
      console.error(`${name}: ${mistake}`);
      count += 1;
    }
  }
  console.log(`${files.length} migrations after the baseline`);
  process.exitCode = count === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await check();
}
