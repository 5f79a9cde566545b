import type { MailDnsSettings } from "../../ports.ts";

export const spfMechanismOf = ({
  spfInclude,
  hostName,
}: Pick<MailDnsSettings, "spfInclude" | "hostName">): string =>
  spfInclude === null ? `a:${hostName}` : `include:${spfInclude}`;

export const isSpf = (value: string): boolean => /^v=spf1(?: |$)/i.test(value);
