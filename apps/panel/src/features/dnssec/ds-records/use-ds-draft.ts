"use client";
import { dsRecordInput } from "@zonepost/schema";
import { useEffect, useState } from "react";
import { useForm } from "@/ui/form/use-form.ts";
import type { ReadRecord, ReadRecords } from "./read-record.ts";

// Needed once something is pasted.
const loadReader = () => import("./read-record.ts");

const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

const emptyReading: ReadRecords = { records: [] };

const blank = { keyTag: "", algorithm: "13", digestType: "2", digest: "" };
type Values = typeof blank;
const toInput = (values: Values) => ({
  keyTag: number(values.keyTag),
  algorithm: number(values.algorithm),
  digestType: number(values.digestType),
  digest: values.digest,
});

const fields = ["keyTag", "algorithm", "digestType", "digest"] as const;

/** An unpublished DS record: its four fields, which a pasted record fills in. */
export function useDsDraft(name: string) {
  const [pasted, setPasted] = useState("");
  const [digestType, setDigestType] = useState(2);
  const [read, setRead] = useState<ReadRecords>(emptyReading);
  const [chosen, setChosen] = useState(0);
  const form = useForm({ initial: blank, schema: dsRecordInput, toInput });

  const take = (records: ReadRecord[], index: number) => {
    const record = records[index];
    if (!record) {
      return;
    }
    setChosen(index);
    form.set("keyTag", String(record.ds.keyTag));
    form.set("algorithm", String(record.ds.algorithm));
    form.set("digestType", String(record.ds.digestType));
    form.set("digest", record.ds.digest);
    for (const field of fields) {
      form.validateField(field);
    }
  };

  useEffect(() => {
    if (pasted === "") {
      setRead(emptyReading);
      return;
    }
    let isCurrent = true;
    void loadReader().then(async ({ readRecords }) => {
      const read = await readRecords(pasted, name, digestType);
      if (!isCurrent) {
        return;
      }
      const { records } = read;
      setRead(read);
      // Selects the first publishable record, since the first in the list may have an outdated SHA-1 digest.
      const publishable = records.findIndex((record) => dsRecordInput.safeParse(record.ds).success);
      take(records, Math.max(publishable, 0));
    });
    return () => {
      isCurrent = false;
    };
  }, [pasted, name, digestType]);

  return {
    form,
    pasted,
    setPasted,
    digestType,
    setDigestType,
    read,
    chosen,
    choose: (index: number) => take(read.records, index),
    understood: read.records[chosen],
    fieldErrors: fields.map((field) => form.error(field)).filter((message) => message !== undefined),
    reset: () => {
      form.reset();
      setPasted("");
    },
  };
}

export type DsDraft = ReturnType<typeof useDsDraft>;
