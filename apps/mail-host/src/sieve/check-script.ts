import { domainToASCII } from "node:url";
import type { SieveFinding } from "./findings.ts";
import type { Argument, Command, SieveString, Test } from "./parse-sieve.ts";
import { refusedActions, refusedExtensions, refusedTags, refusedTests } from "./script-rules.ts";

/** A finding with the command or test that it is about. `isTest`: the rest of its rule can stay. */
export type PlacedFinding = SieveFinding & { node: Command | Test; isTest: boolean };

export type AllowedAddresses = {
  mayForward(address: string): boolean;
  isOwn(address: string): boolean;
};

/** What the server won't do, in the order of the lines. Empty: the script may be used. */
export function checkScript(commands: readonly Command[], allowed: AllowedAddresses): PlacedFinding[] {
  return commands.flatMap((command) => [
    ...checkCommand(command, allowed),
    ...command.tests.flatMap(checkTest),
    ...checkScript(command.block ?? [], allowed),
  ]);
}

/** The plain addresses that a script redirects to. */
export const redirectTargets = (commands: readonly Command[]): string[] =>
  commands.flatMap((command) => {
    const target = command.name === "redirect" ? plainAddress(onlyString(command.args)) : undefined;
    return [...(target === undefined ? [] : [target]), ...redirectTargets(command.block ?? [])];
  });

/** The scripts of the mailbox that a script includes. */
export const includedScripts = (commands: readonly Command[]): string[] =>
  commands.flatMap((command) => {
    const name = command.name === "include" ? onlyString(command.args)?.value : undefined;
    return [...(name === undefined ? [] : [printable(name)]), ...includedScripts(command.block ?? [])];
  });

function checkCommand(command: Command, allowed: AllowedAddresses): PlacedFinding[] {
  const { name, args } = command;
  const found = (code: SieveFinding["code"], detail = "", { line } = command as { line: number }) => ({
    line,
    code,
    detail,
    node: command,
    isTest: false,
  });
  if (refusedActions.has(name)) {
    return [found("action", name)];
  }
  const tag = args.find((arg) => arg.kind === "tag" && refusedTags.has(arg.name));
  if (tag?.kind === "tag") {
    return [found("action", `${name} :${tag.name}`, tag)];
  }
  switch (name) {
    case "require":
      return strings(args)
        .filter(({ value }) => refusedExtensions.has(value.toLowerCase()))
        .map((extension) => found("extension", printable(extension.value), extension));
    case "redirect": {
      const target = plainAddress(onlyString(args));
      if (target === undefined) {
        return [found("redirect_not_plain")];
      }
      return allowed.mayForward(target) ? [] : [found("redirect_not_allowed", target)];
    }
    case "vacation":
      return checkVacation(args, allowed).map(({ code, detail, line }) => found(code, detail, { line }));
    case "include":
      return isPersonalInclude(args) ? [] : [found("include_not_personal")];
    default:
      return [];
  }
}

function checkTest(test: Test): PlacedFinding[] {
  const found = (name: string, { line }: { line: number }) => [
    { line, code: "test" as const, detail: name, node: test, isTest: true },
  ];
  if (refusedTests.has(test.name)) {
    return found(test.name, test);
  }
  const tag = test.args.find((arg) => arg.kind === "tag" && refusedTags.has(arg.name));
  return tag?.kind === "tag" ? found(`:${tag.name}`, tag) : test.tests.flatMap(checkTest);
}

type VacationFinding = Pick<SieveFinding, "code" | "detail" | "line">;

const tagsWithValue = new Set(["from", "addresses", "subject", "handle", "days", "seconds"]);
const maxFromLength = 998;

/** The address in `:from`, with a name that contains no other address. */
const mailbox = /^(?:(?:[^"<>@,;:()\\]*|"[^"<>@\\]*")\s*<([^<>]+)>|([^\s"<>]+))$/;

function checkVacation(args: readonly Argument[], allowed: AllowedAddresses): VacationFinding[] {
  const findings: VacationFinding[] = [];
  const texts = args.filter((arg, index) => {
    const before = args[index - 1];
    return arg.kind === "string" && !(before?.kind === "tag" && tagsWithValue.has(before.name));
  }) as SieveString[];
  args.forEach((arg, index) => {
    if (arg.kind !== "tag") {
      return;
    }
    const value = args[index + 1];
    const { line } = value ?? arg;
    if (arg.name === "from") {
      const text = value?.kind === "string" && value.value.length <= maxFromLength ? value : undefined;
      const found = text && !/[\r\n]/.test(text.value) ? mailbox.exec(text.value.trim()) : null;
      const address =
        found && text ? plainAddress({ ...text, value: found[1] ?? found[2] ?? "" }) : undefined;
      if (address === undefined || !text || hasSubstitution(text.value)) {
        findings.push({ code: "vacation_not_plain", detail: ":from", line });
      } else if (!allowed.isOwn(address)) {
        findings.push({ code: "vacation_not_own", detail: address, line });
      }
    } else if (arg.name === "addresses") {
      for (const item of strings(value ? [value] : [])) {
        const address = plainAddress(item);
        if (address === undefined) {
          findings.push({ code: "vacation_not_plain", detail: ":addresses", line: item.line });
        } else if (!allowed.isOwn(address)) {
          findings.push({ code: "vacation_not_own", detail: address, line: item.line });
        }
      }
    } else if (arg.name === "mime") {
      for (const text of texts) {
        const field = foreignField(text.value);
        if (field !== undefined) {
          findings.push({ code: "vacation_header", detail: field, line: text.line });
        }
      }
    }
  });
  return findings;
}

/**
 * The text of `vacation :mime` begins with header fields, which are sent after the server's own. Undefined: all describe
 * the content. A value that is known at the delivery alone could add any field.
 */
function foreignField(text: string): string | undefined {
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line === "") {
      return undefined;
    }
    if (hasSubstitution(line)) {
      return "variables";
    }
    if (!/^(content-[a-z-]+[ \t]*:|[ \t])/i.test(line)) {
      return printable(line.split(":")[0] ?? "").slice(0, 60);
    }
  }
  return undefined;
}

function isPersonalInclude(args: readonly Argument[]): boolean {
  const name = onlyString(args)?.value;
  const isGlobal = args.some((arg) => arg.kind === "tag" && arg.name === "global");
  return name !== undefined && !isGlobal && !hasSubstitution(name);
}

const strings = (args: readonly Argument[]): SieveString[] =>
  args.flatMap((arg) => (arg.kind === "string" ? [arg] : arg.kind === "list" ? arg.items : []));

/** The argument of a command that has one string and tags without values. */
function onlyString(args: readonly Argument[]): SieveString | undefined {
  const [value, ...others] = args.filter(({ kind }) => kind !== "tag");
  return value?.kind === "string" && others.length === 0 ? value : undefined;
}

/** Variables (RFC 5229) and encoded characters (RFC 5228, 2.4.2.4), whether or not the script requires them. */
const hasSubstitution = (text: string): boolean => text.includes("${");

/** In lower case, with the domain in ASCII; undefined if it isn't an address alone. Quotes aren't allowed in ours. */
function plainAddress(text: SieveString | undefined): string | undefined {
  const value = text && !hasSubstitution(text.value) ? printable(text.value) : "";
  const [, local = "", domain = ""] = /^([^\s"<>(),:;\\[\]@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(value) ?? [];
  const ascii = domainToASCII(domain);
  return local === "" || ascii === "" ? undefined : `${local.toLowerCase()}@${ascii}`;
}

/** Scripts are read as latin1. */
const printable = (text: string): string =>
  Buffer.from(text, "latin1")
    .toString("utf8")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f]/g, "\ufffd");
