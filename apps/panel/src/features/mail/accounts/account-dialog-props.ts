import type { MailAccount } from "@zonepost/schema";

export type AccountDialogProps = {
  domainName: string;
  account: MailAccount;
  opened: boolean;
  onClose: () => void;
};
