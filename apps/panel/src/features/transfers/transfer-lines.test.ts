import { describe, expect, it } from "vitest";
import { readTransferLines } from "./transfer-lines.ts";

const words = { noCode: "no code", repeated: (line: number) => `repeats ${line}` };
const read = (text: string) => readTransferLines(text, words);

describe("a pasted line", () => {
  it.each([
    ["with a space", "a.com Secret-1", "a.com", "Secret-1"],
    ["with several spaces", "  a.com    Secret-1  ", "a.com", "Secret-1"],
    ["with a tab", "a.com\tSecret-1", "a.com", "Secret-1"],
    ["with more columns after a tab", "a.com\tSecret-1\t2027-01-01", "a.com", "Secret-1"],
    ["with a comma", "a.com,Secret-1", "a.com", "Secret-1"],
    ["with a semicolon", "a.com; Secret-1", "a.com", "Secret-1"],
    ["with empty columns", "a.com;Secret-1;;", "a.com", "Secret-1"],
    ["as quoted CSV", '"a.com","Sec,""ret""-1",2027', "a.com", 'Sec,"ret"-1'],
    ["with separators in the code", "a.com Se,cr;et#1", "a.com", "Se,cr;et#1"],
    ["with a code that begins with a quote", 'a.com "Secret1', "a.com", '"Secret1'],
    ["with an IDN", "BÜCHER.example Secret-1", "xn--bcher-kva.example", "Secret-1"],
    ["with a byte order mark", "\uFEFFa.com Secret-1", "a.com", "Secret-1"],
  ])("%s has a name and a code", (_how, text, name, authCode) => {
    expect(read(text)).toEqual({ lines: [{ lineNumber: 1, name, authCode }], errors: [] });
  });

  it.each([
    ["without a code", "a.com", "no code"],
    ["with a separator and no code", "a.com,", "no code"],
    ["with a code that is too short", "a.com abc", "Use at least 6 characters."],
    ["with a code that isn't ASCII", "a.com Gehéim-1", "Use printable ASCII characters only."],
  ])("%s is an error of its line", (_how, text, message) => {
    expect(read(`\n${text}`)).toEqual({ lines: [], errors: [{ lineNumber: 2, message }] });
  });

  it("that isn't for a domain is an error that doesn't repeat the code", () => {
    const { lines, errors } = read("not_a_domain Secret-1");
    expect(lines).toEqual([]);
    expect(errors).toMatchObject([{ lineNumber: 1 }]);
    expect(JSON.stringify(errors)).not.toContain("Secret-1");
  });
});

it("leaves out a header, empty lines and comments, and counts them", () => {
  const { lines, errors } = read(
    "Domain,Auth code\r\n\r\n# from the old registrar\na.com,Secret-1\n// b\nb.com,Secret-2\n",
  );
  expect(errors).toEqual([]);
  expect(lines.map(({ lineNumber, name }) => [lineNumber, name])).toEqual([
    [4, "a.com"],
    [6, "b.com"],
  ]);
});

it("names the line that a name repeats, also if it is written differently", () => {
  expect(read("a.com Secret-1\nA.COM Secret-2").errors).toEqual([{ lineNumber: 2, message: "repeats 1" }]);
});
