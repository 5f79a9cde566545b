import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { emailAddress } from "@zonepost/schema";
import { readSetUpEnv } from "../env.ts";
import { rowId } from "../kernel/ids.ts";
import { refuse, runCommand } from "./command.ts";

// `workspace:erase`, `person:erase` or `person:export`. Invalid input gives one line on stderr and exit code 2; what can't
// be erased gives one line with the reasons and exit code 1.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    workspace: { type: "string" },
    email: { type: "string" },
    person: { type: "string" },
    "dry-run": { type: "boolean", default: false },
    /** Only validates the input. */
    check: { type: "boolean", default: false },
  },
});
const [verb] = positionals;

function readPerson(): { email: string } | { id: string } {
  if (values.person !== undefined) {
    return rowId("usr", values.person)
      ? { id: values.person }
      : refuse("--person: enter the ID of a person, such as usr_…");
  }
  const email = emailAddress.safeParse(values.email);
  return email.success ? { email: email.data } : refuse(`--email: ${email.error.issues[0]?.message}`);
}

function readWorkspace(): string {
  const { workspace = "" } = values;
  return rowId("wsp", workspace)
    ? workspace
    : refuse("--workspace: enter the ID of a workspace, such as wsp_…");
}

await runCommand(async () => {
  const isOfWorkspace = verb === "workspace:erase";
  const subject = isOfWorkspace ? { workspace: readWorkspace() } : { person: readPerson() };
  if (values.check) {
    process.exit(0);
  }
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wireSetUp } = await import("../wire-set-up.ts");
  const setUp = wireSetUp(readSetUpEnv());
  const how = { isDryRun: values["dry-run"] };
  try {
    if (subject.workspace !== undefined) {
      report(await setUp.eraseWorkspace(subject.workspace, how), subject.workspace);
    } else if (verb === "person:erase") {
      report(await setUp.erasePerson(subject.person, how), nameOf(subject.person));
    } else {
      const exported = await setUp.exportPerson(subject.person);
      if (exported === undefined) {
        throw new Error(`there is no person ${nameOf(subject.person)}`);
      }
      await pipeline(exported, process.stdout, { end: false });
    }
  } finally {
    await setUp.close();
  }
});

function nameOf(person: { email: string } | { id: string }): string {
  return "email" in person ? person.email : person.id;
}

type Outcome = Awaited<
  ReturnType<ReturnType<typeof import("../wire-set-up.ts").wireSetUp>["erasePerson" | "eraseWorkspace"]>
>;

function report(answer: Outcome, name: string): void {
  switch (answer.outcome) {
    case "unknown":
      throw new Error(`there is no ${verb === "workspace:erase" ? "workspace" : "person"} ${name}`);
    case "held":
      throw new Error(`${name} has to wait: ${answer.reasons.join("; ")}`);
    case "would_erase":
      console.log(`Would erase ${name}. Rows to be deleted or made anonymous:`);
      showCounts(answer.counts);
      return;
    case "erased":
      reportErasure(answer, name);
  }
}

function reportErasure({ result, notes }: Extract<Outcome, { outcome: "erased" }>, name: string): void {
  switch (result.state) {
    case "held":
      throw new Error(
        `${name} is closed, but a request has bought something meanwhile: ${result.holds.join("; ")}. Run the command again once that has ended`,
      );
    case "waits_for_processor":
      console.log(
        `Erased ${name}, except for its customer at the card processor. A worker deletes it there, within a minute while Zonepost is running.`,
      );
      break;
    case "busy":
      console.log(`A worker is erasing ${name}. Run the command again to see the result.`);
      break;
    case "stopped":
      throw new Error("stopped; run the command again to go on");
    case "finished":
      console.log(`Erased ${name}. Rows deleted or made anonymous:`);
  }
  showCounts(result.counts);
  for (const note of notes) {
    console.log(note);
  }
}

function showCounts(counts: Record<string, number>): void {
  for (const [table, count] of Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (count > 0) {
      console.log(`  ${table}: ${count}`);
    }
  }
}
