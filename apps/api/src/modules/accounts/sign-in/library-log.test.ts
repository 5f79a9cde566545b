import { expect, it } from "vitest";
import { libraryLogLine } from "./library-log.ts";

it.each([
  ["error", "Failed to create session", "error", "Failed to create session"],
  ["error", "Invalid callbackURL: https://evil.example/?token=t", "info", "Invalid callbackURL"],
  ["error", "Invalid errorCallbackURL: //evil.example", "info", "Invalid errorCallbackURL"],
  ["error", "Invalid origin: https://evil.example", "info", "Invalid origin"],
  ["warn", "Invalid password", "warn", "Invalid password"],
  ["info", "If it's a valid URL, please add it", "debug", "If it's a valid URL, please add it"],
])("%s: %s", (level, message, expectedLevel, expectedMessage) => {
  expect(libraryLogLine(level, message)).toEqual({ level: expectedLevel, message: expectedMessage });
});
