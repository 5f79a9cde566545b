import type { SecretBox } from "@zonepost/secret-box";

export type DigestPorts = { secretBox: SecretBox; panelUrl: string };
