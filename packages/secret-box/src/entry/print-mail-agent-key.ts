import { deriveKey } from "../secret-box.ts";

// Prints the mail agent's keys, which are derived from ENCRYPTION_KEY and ENCRYPTION_KEYS_RETIRED.

const retired = (process.env.ENCRYPTION_KEYS_RETIRED ?? "").split(",").filter((key) => key !== "");
const derived = retired.map((key) => deriveKey(key, "mail agent"));
console.log(`MAIL_AGENT_KEY=${deriveKey(process.env.ENCRYPTION_KEY ?? "", "mail agent")}`);
if (derived.length > 0) {
  console.log(`MAIL_AGENT_KEYS_RETIRED=${derived.join(",")}`);
}
