import { parseArgs } from "node:util";
import { emailAddress } from "@zonepost/schema";
import { readSetUpEnv } from "../env.ts";
import { refuse, runCommand } from "./command.ts";

// `grant`, `revoke` or `list`. Invalid input gives one line on stderr and exit code 2.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: "string" },
    /** Only validates the input. */
    check: { type: "boolean", default: false },
  },
});
const [verb] = positionals;

function readEmail(): string {
  const email = emailAddress.safeParse(values.email);
  return email.success ? email.data : refuse(`--email: ${email.error.issues[0]?.message}`);
}

await runCommand(async () => {
  const email = verb === "list" ? "" : readEmail();
  if (values.check) {
    process.exit(0);
  }
  // Imported after the check, so that the check doesn't wait for loading all of this.
  const { wireSetUp } = await import("../wire-set-up.ts");
  const setUp = wireSetUp(readSetUpEnv());
  try {
    console.log(await answer(setUp, email));
  } finally {
    await setUp.close();
  }
});

async function answer(
  setUp: ReturnType<typeof import("../wire-set-up.ts").wireSetUp>,
  email: string,
): Promise<string> {
  switch (verb) {
    case "grant":
      return (await setUp.grantOperator(email))
        ? `${email} is now an operator.`
        : `${email} is an operator already.`;
    case "revoke":
      return (await setUp.revokeOperator(email))
        ? `${email} is no longer an operator.`
        : `${email} isn't an operator.`;
    default: {
      const lines = (await setUp.listOperators()).map(
        ({ email: address, grantedAt, hasSecondFactor }) =>
          `${address} (since ${grantedAt.toISOString()}${hasSecondFactor ? "" : ", without two-factor authentication"})`,
      );
      return lines.length > 0 ? lines.join("\n") : "There are no operators yet.";
    }
  }
}
