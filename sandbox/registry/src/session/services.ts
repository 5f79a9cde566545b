import { namespaces } from "@zonepost/epp";

export const versions: readonly string[] = ["1.0"];
export const languages: readonly string[] = ["en"];
export const objectUris: readonly string[] = [
  namespaces.domain,
  namespaces.contact,
  namespaces.host,
  namespaces.maintenance,
  namespaces.lowBalance,
  namespaces.balance,
];
export const extensionUris: readonly string[] = [
  namespaces.secDns,
  namespaces.rgp,
  namespaces.fee,
  namespaces.loginSec,
  namespaces.changePoll,
  namespaces.idn,
  namespaces.idnLang,
];
