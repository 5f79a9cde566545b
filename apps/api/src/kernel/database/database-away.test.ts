import { expect, it } from "vitest";
import { AppError, notFound } from "../errors.ts";
import { withDatabaseAway } from "./database-away.ts";

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
  ["the cause of a failed query", new Error("query", { cause: failure({ code: "08006" }) })],
])("is the database: %s", (_, error) => {
  expect(isAway(error)).toBe(true);
});

it.each([
  ["an aborted request", failure({ code: "ECONNRESET" }, "aborted")],
  ["a broken constraint", failure({ code: "23505" })],
  ["a missing object", notFound()],
  ["no error", "text"],
])("is not the database: %s", (_, error) => {
  expect(withDatabaseAway(error)).toBe(error);
});
