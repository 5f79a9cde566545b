export { lockFolder } from "./folder-lock.ts";
export { type KeptServer, keepRunning } from "./keep-running.ts";
export {
  endLeftover,
  findServerProgram,
  freeLoopbackPort,
  type ServerProcess,
  startServerProcess,
} from "./server-process.ts";
