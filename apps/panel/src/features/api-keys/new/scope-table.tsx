"use client";
import { Button, Checkbox, Text } from "@mantine/core";
import type { ApiKeyScope } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import {
  type ScopePreset,
  sameScopes,
  scopePresets,
  scopeRows,
  scopesWithin,
} from "@/features/api-keys/scopes.ts";
import classes from "./scope-table.module.css";

export function ScopeTable(props: {
  value: readonly ApiKeyScope[];
  onChange: (scopes: ApiKeyScope[]) => void;
  /** The key is limited to some domains, so workspace-wide scopes can't be selected. */
  isLimited: boolean;
  error?: string;
}) {
  const { value, onChange, isLimited, error } = props;
  const t = useTranslations("apiKeys");
  const chosen = scopesWithin(value, isLimited);
  const toggle = (scope: ApiKeyScope) =>
    onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope]);
  return (
    <fieldset className={classes.group} data-invalid={error ? true : undefined}>
      <legend>{t("scopes")}</legend>
      <div className={classes.presets}>
        {(Object.keys(scopePresets) as ScopePreset[]).map((preset) => {
          const isChosen = sameScopes(chosen, scopesWithin(scopePresets[preset], isLimited));
          return (
            <Button
              key={preset}
              size="xs"
              variant={isChosen ? "light" : "default"}
              aria-pressed={isChosen}
              onClick={() => onChange([...scopePresets[preset]])}
            >
              {t(`preset_${preset}`)}
            </Button>
          );
        })}
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("resource")}</th>
            <th scope="col">{t("read")}</th>
            <th scope="col">{t("write")}</th>
          </tr>
        </thead>
        <tbody>
          {scopeRows.map(({ resource, read, write }) => (
            <tr key={resource}>
              <th scope="row">
                {t(`resource_${resource}`)}
                <span className={classes.words}>{t(`resourceWords_${resource}`)}</span>
              </th>
              {[read, write].map((scope, index) => (
                <td key={scope ?? index}>
                  {scope ? (
                    <Checkbox
                      aria-label={t(index === 0 ? "readWhat" : "writeWhat", {
                        what: t(`resource_${resource}`),
                      })}
                      checked={chosen.includes(scope)}
                      disabled={scopesWithin([scope], isLimited).length === 0}
                      onChange={() => toggle(scope)}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isLimited ? (
        <Text size="xs" c="dimmed" mt={8}>
          {t("limitedHint")}
        </Text>
      ) : null}
      {error ? (
        <Text size="sm" c="var(--zp-bad)" role="alert" mt={8}>
          {error}
        </Text>
      ) : null}
    </fieldset>
  );
}
