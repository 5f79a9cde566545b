import { composeEmail, typedText } from "../modules/accounts/index.ts";
import type { Finding } from "../modules/orders/index.ts";

/** More are listed by `npm run quarantine`. */
const mostListed = 50;

/** To the operator: what a release couldn't take over. */
export function findingsEmail(findings: readonly Finding[]) {
  const items = findings.slice(0, mostListed).map(({ kind, id, message }) => ({
    title: `${kind} ${typedText(id, 254)}`,
    lines: [typedText(message, 300)],
  }));
  return composeEmail("release_findings", {
    en: {
      subject: "Decide about what the release couldn't take over",
      paragraphs: [
        `After a restore, ${findings.length} charges, refunds or domains since the backup couldn't be taken over. Decide about each one. npm run quarantine lists them again.`,
      ],
      items,
    },
    de: {
      subject: "Offene Punkte nach der Freigabe",
      paragraphs: [
        `Nach einer Wiederherstellung konnten ${findings.length} Zahlungen, Erstattungen oder Domains seit der Sicherung nicht übernommen werden. Entscheiden Sie über jeden Punkt. npm run quarantine zeigt sie erneut.`,
      ],
      items,
    },
  });
}
