"use client";
import type { Nameserver, NameserverInput } from "@zonepost/schema";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Domain } from "@/features/domains/domain.ts";
import { useRefreshDomains } from "@/features/domains/use-refresh-domains.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { problemOf } from "@/trpc/problem-of.ts";
import { useAfterPress } from "@/ui/form/use-form.ts";
import {
  assignProblems,
  filledRows,
  inputOf,
  type Row,
  type RowField,
  type RowProblems,
  rowsOf,
  validateRows,
} from "./rows.ts";

const noProblems: RowProblems = { rows: {} };

type Change = { nameservers: NameserverInput[]; isInsisting: boolean };

/** Refused by the check of a signed domain's new nameservers; the user can insist. */
const wouldBreak = (error: unknown) => problemOf(error).code === "nameservers_would_break";

/** The state of the nameserver editor: its rows, their errors, and saving. */
export function useNameserverRows(domain: Domain) {
  const client = useTRPCClient();
  const refresh = useRefreshDomains();
  const formRef = useRef<HTMLFormElement>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const nextId = useRef(0);
  const afterPress = useAfterPress();
  const newRow = (row: Omit<Row, "id"> = { host: "", addresses: "" }): Row => {
    nextId.current += 1;
    return { id: nextId.current, ...row };
  };
  const [rows, setRows] = useState<Row[]>(() => {
    const present = rowsOf(domain.nameservers).map((row) => newRow(row));
    return present.length > 0 ? present : [newRow(), newRow()];
  });
  const [problems, setProblems] = useState(noProblems);
  const [baseline, setBaseline] = useState(domain.nameservers);
  const filled = filledRows(rows);
  const differsFrom = (nameservers: Nameserver[]) =>
    JSON.stringify(inputOf(rows, domain.name).nameservers) !== JSON.stringify(nameservers);
  if (JSON.stringify(baseline) !== JSON.stringify(domain.nameservers)) {
    // If the nameservers change elsewhere, an unedited form follows.
    if (!differsFrom(baseline)) {
      setRows(rowsOf(domain.nameservers).map((row) => newRow(row)));
    }
    setBaseline(domain.nameservers);
  }
  const isDirty = differsFrom(domain.nameservers);

  const showProblems = (found: RowProblems) => {
    flushSync(() => setProblems(found));
    formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const focusRow = (index: number) => {
    const fields = formRef.current?.querySelectorAll<HTMLElement>("li [data-host]") ?? [];
    const field = fields[Math.min(index, fields.length - 1)] ?? addRef.current;
    field?.focus();
  };
  const save = useSubmit({
    isRepeatable: true,
    mutationFn: ({ nameservers, isInsisting }: Change) =>
      client.domains.changeNameservers.mutate({
        name: domain.name,
        nameservers,
        preflight: domain.dsRecords.length > 0 && !isInsisting ? "enforce" : undefined,
      }),
    onSuccess: async ({ nameservers }) => {
      await refresh();
      // Rows keep their identity, and with it their fields and the focus.
      flushSync(() =>
        setRows((all) => {
          const kept = filledRows(all);
          return rowsOf(nameservers).map((row, index) => ({ ...row, id: kept[index]?.id ?? newRow().id }));
        }),
      );
      if (document.activeElement === document.body) {
        focusRow(0);
      }
    },
    onError: (error) => {
      if (!wouldBreak(error)) {
        showProblems(assignProblems(rows, problemOf(error).errors));
      }
    },
  });
  /** An error from the API no longer applies once the rows change. */
  const clearRefusal = () => {
    if (save.isError) {
      save.reset();
    }
  };
  const add = () => {
    clearRefusal();
    const row = newRow();
    flushSync(() => {
      setRows((all) => [...all, row]);
      setProblems((all) => ({ rows: all.rows }));
    });
    focusRow(rows.length);
  };
  const remove = (id: number, index: number) => {
    clearRefusal();
    flushSync(() => {
      setRows((all) => all.filter((one) => one.id !== id));
      setProblems(({ rows: { [id]: _, ...others } }) => ({ rows: others }));
    });
    focusRow(index);
  };
  const type = (id: number, field: RowField, value: string) => {
    clearRefusal();
    setRows((all) => all.map((row) => (row.id === id ? { ...row, [field]: value } : row)));
    setProblems((all) => ({ rows: { ...all.rows, [id]: { ...all.rows[id], [field]: undefined } } }));
  };
  /** Validates a field once it is left; the others may not be filled in yet. */
  const leave = (id: number, field: RowField) =>
    afterPress(() => {
      const result = validateRows(rows, domain.name);
      const problem = result.ok ? undefined : result.problems.rows[id]?.[field];
      setProblems((all) => ({ ...all, rows: { ...all.rows, [id]: { ...all.rows[id], [field]: problem } } }));
    });
  const discard = () => {
    flushSync(() => {
      setRows(rowsOf(domain.nameservers).map((row) => newRow(row)));
      setProblems(noProblems);
    });
    save.reset();
    focusRow(0);
  };
  const change = (isInsisting: boolean) => {
    if (!isDirty || save.isPending) {
      return;
    }
    const result = validateRows(rows, domain.name);
    if (!result.ok) {
      return showProblems(result.problems);
    }
    setProblems(noProblems);
    save.mutate({ nameservers: result.nameservers, isInsisting });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change(false);
  };
  const insist = () => change(true);
  const refusal = save.error && wouldBreak(save.error) ? problemOf(save.error) : undefined;
  return {
    formRef,
    addRef,
    rows,
    filled,
    problems,
    isDirty,
    save,
    add,
    remove,
    type,
    leave,
    discard,
    submit,
    refusal,
    insist,
  };
}
