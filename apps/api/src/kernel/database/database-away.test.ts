import { expect, it } from "vitest";
import { AppError, notFound } from "../errors.ts";
import { findDatabaseFull, withDatabaseAway } from "./database-away.ts";

const failure = (fields: object, message = "failed") => Object.assign(new Error(message), fields);
const isAway = (error: unknown) => {
  const known = withDatabaseAway(error);
  return known instanceof AppError && known.code === "database_unavailable";
};

it.each([
  ["a refused connection", failure({ code: "ECONNREFUSED", syscall: "connect" })],
  ["a reset connection", failure({ code: "ECONNRESET", syscall: "read" })],
  ["a connection closed by the driver", failure({ code: "CONNECTION_CLOSED" })],
  ["a server that shuts down", failure({ code: "57P01" })],
  ["a failed connection, by its class", failure({ code: "08006" })],
  ["a full disk", failure({ code: "53100" })],
  ["no memory left", failure({ code: "53200" })],
  ["no connection left", failure({ code: "53300" })],
  ["a limit of the server's settings", failure({ code: "53400" })],
  ["a server that can only be read", failure({ code: "25006" })],
  ["the cause of a failed query", new Error("query", { cause: failure({ code: "08006" }) })],
])("is the database: %s", (_, error) => {
  expect(isAway(error)).toBe(true);
});

it.each([
  ["an aborted request", failure({ code: "ECONNRESET" }, "aborted")],
  ["a broken constraint", failure({ code: "23505" })],
  ["a missing object", notFound()],
  ["another state of a transaction", failure({ code: "25001" })],
  ["a program's limit", failure({ code: "54000" })],
  ["a code of another library", failure({ code: "53" })],
  ["no error", "text"],
])("is not the database: %s", (_, error) => {
  expect(withDatabaseAway(error)).toBe(error);
});

it("tells a database that can't be written from one that is away, with PostgreSQL's own words", () => {
  const says = 'could not extend file "base/1/2": No space left on device';
  const full = failure({ code: "53100" }, says);
  expect(findDatabaseFull(new Error("Failed query", { cause: full }))?.message).toBe(says);
  expect(findDatabaseFull(failure({ code: "25006" }))).toBeInstanceOf(Error);
  for (const other of [failure({ code: "53300" }), failure({ code: "57P01" }), notFound(), "text"]) {
    expect(findDatabaseFull(other)).toBeUndefined();
  }
});
