"use client";
import { Anchor, Checkbox, Radio, Stack, Text } from "@mantine/core";
import { type EventType, eventCatalog, eventTypes } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useAddresses } from "../../../ui/addresses.tsx";
import classes from "./event-picker.module.css";

const groups = [...new Set(eventTypes.map((type) => type.split(".")[0] ?? type))];

/** All events, including future ones, or a selection. */
export function EventPicker(props: {
  value: string[];
  onChange: (events: string[]) => void;
  error?: string;
}) {
  const { value, onChange, error } = props;
  const t = useTranslations("webhooks");
  const { apiUrl } = useAddresses();
  const isAll = value.includes("*");
  const toggle = (type: EventType) =>
    onChange(value.includes(type) ? value.filter((one) => one !== type) : [...value, type]);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t("whichEvents")}
        description={
          <Anchor href={`${apiUrl}/docs/event-types`} target="_blank" size="xs">
            {t("eventTypesGuide")}
          </Anchor>
        }
        value={isAll ? "all" : "some"}
        onChange={(choice) => onChange(choice === "all" ? ["*"] : [])}
      >
        <Stack gap={8} mt={8}>
          <Radio value="all" label={t("allEvents")} description={t("allEventsHint")} />
          <Radio value="some" label={t("someEvents")} />
        </Stack>
      </Radio.Group>
      {isAll ? null : (
        <div className={classes.groups} data-invalid={error ? true : undefined}>
          {groups.map((group) => (
            <fieldset key={group} className={classes.group}>
              <legend>
                {group === "domain" ? t("group_domain") : group === "payment" ? t("group_payment") : group}
              </legend>
              {eventTypes
                .filter((type) => type.startsWith(`${group}.`))
                .map((type) => (
                  <Checkbox
                    key={type}
                    checked={value.includes(type)}
                    onChange={() => toggle(type)}
                    label={<code>{type}</code>}
                    description={eventCatalog[type].description}
                    classNames={{ description: classes.description }}
                  />
                ))}
            </fieldset>
          ))}
        </div>
      )}
      {error ? (
        <Text size="sm" c="var(--zp-bad)" role="alert">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}
