import { supervise } from "./supervisor/supervise.mjs";

process.exit(await supervise({ isDevelopment: process.argv.includes("--dev") }));
