import { expect, it } from "vitest";
import { type Author, judgeAuthors } from "./judge-authors.ts";

const author = (over: Partial<Author>): Author => ({
  domain: "a.example",
  result: "fail",
  policy: undefined,
  isHosted: false,
  isExcepted: false,
  isVouchedFor: false,
  ...over,
});

it.each<[Partial<Author>, string]>([
  [{ policy: "reject" }, "refuse"],
  [{ policy: "quarantine" }, "junk"],
  [{ policy: "none" }, "accept"],
  [{}, "accept"],
  [{ result: "pass", policy: "reject" }, "accept"],
  [{ result: "unknown", policy: "reject" }, "defer"],
  [{ result: "unknown", policy: "none" }, "accept"],
  [{ result: "unknown" }, "accept"],
  [{ policy: "reject", isVouchedFor: true }, "accept"],
  [{ isHosted: true, policy: "quarantine" }, "refuse"],
  [{ isHosted: true, policy: "none" }, "junk"],
  [{ isHosted: true }, "junk"],
  [{ isHosted: true, result: "pass" }, "accept"],
  [{ isHosted: true, result: "unknown" }, "defer"],
  [{ isHosted: true, policy: "reject", isExcepted: true }, "accept"],
])("an author with %j: %s", (over, action) => {
  expect(judgeAuthors([author(over)]).action).toBe(action);
  expect(judgeAuthors([author({}), author(over)]).action).toBe(action);
});
