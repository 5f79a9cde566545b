export { lockFolder } from "./folder-lock.ts";
export {
  endLeftover,
  findServerProgram,
  freeLoopbackPort,
  type ServerProcess,
  startServerProcess,
} from "./server-process.ts";
