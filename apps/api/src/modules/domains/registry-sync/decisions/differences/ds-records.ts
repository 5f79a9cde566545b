import type { DsRecord } from "@zonepost/schema";
import type { RegistryDomain } from "../../../ports.ts";
import { describeDsRecord, dsRecordDifference, isSameDsRecord } from "../../../rules/ds-records.ts";
import {
  applied,
  changeMade,
  type Decision,
  emptyDecision,
  intentFor,
  mergeDecisions,
  type Situation,
} from "../decision.ts";

export function decideDsRecords({ row, intents }: Situation, held: RegistryDomain): Partial<Decision> {
  const { removed, added } = dsRecordDifference(row.dsRecords, held.dsRecords);
  const { dsRecords } = held;
  const remove = (dsRecord: DsRecord): Partial<Decision> => {
    const intent = intentFor(
      intents,
      (change) => change.kind === "remove_ds_record" && isSameDsRecord(change.dsRecord, dsRecord),
    );
    return {
      intents: applied(intent),
      operations: changeMade(intent),
      history: [
        {
          intent,
          kind: "dnssec_change",
          action: "dnssec.ds_removed",
          summary: `${describeDsRecord(dsRecord)} removed`,
          details: { from: dsRecord, to: null },
        },
      ],
      events: [{ type: "domain.dnssec_disabled", data: { name: row.name, dsRecord, dsRecords } }],
    };
  };
  const publish = (dsRecord: DsRecord): Partial<Decision> => {
    const intent = intentFor(
      intents,
      (change) => change.kind === "publish_ds_record" && isSameDsRecord(change.dsRecord, dsRecord),
    );
    return {
      intents: applied(intent),
      operations: changeMade(intent),
      history: [
        {
          intent,
          kind: "dnssec_change",
          action: "dnssec.ds_published",
          summary: `${describeDsRecord(dsRecord)} published`,
          details: { from: null, to: dsRecord },
        },
      ],
      events: [{ type: "domain.dnssec_enabled", data: { name: row.name, dsRecord, dsRecords } }],
    };
  };
  return [...removed.map(remove), ...added.map(publish)].reduce(mergeDecisions, emptyDecision);
}
