import { namespaces } from "@zonepost/epp";

export const versions: readonly string[] = ["1.0"];
export const languages: readonly string[] = ["en"];
export const objectUris: readonly string[] = [namespaces.domain];
export const extensionUris: readonly string[] = [namespaces.secDns, namespaces.fee];
