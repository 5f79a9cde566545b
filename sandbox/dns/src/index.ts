export {
  type Nameservers,
  type NameserversOptions,
  NameserversUnavailableError,
  publicHosts,
  startNameservers,
} from "./start-nameservers.ts";
