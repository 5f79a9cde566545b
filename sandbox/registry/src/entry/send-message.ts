import { readDatabaseEnv } from "../env.ts";
import { connectRegistryMessages } from "../index.ts";
import { registryMessage } from "../registry-message.ts";

// Queues a message of the sandbox registry for its registrar. Invalid input gives one line on stderr and exit code 2.

const usage = 'low-balance [80.00], maintenance, or text "..."';

const [kind = "", argument] = process.argv.slice(2);
if (!registryMessage(kind, argument, new Date())) {
  console.error(`zonepost: Enter the message: ${usage}`);
  process.exit(2);
}
const messages = connectRegistryMessages(readDatabaseEnv().DATABASE_URL);
try {
  console.log(`Queued: ${await messages.send(kind, argument)}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await messages.close();
}
