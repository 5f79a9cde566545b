import { config } from "zod";

// Runs before any other code of ours. Zod would try whether it may build parsers from text, which the pages' policy
// forbids and browsers report.
config({ jitless: true });
