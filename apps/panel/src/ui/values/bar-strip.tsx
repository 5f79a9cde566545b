import { useFormatter } from "next-intl";
import { Hint } from "@/ui/hint.tsx";
import classes from "./bar-strip.module.css";

type Fill = "good" | "bad" | "accent" | "pale" | "quiet";
type Bar = {
  key: string;
  /** For assistive technologies, and on hover. */
  words: string;
  /** From top to bottom. */
  parts: { fill: Fill; value: number }[];
};

const mostWideBars = 31;

/** A strip of bars, as high as their values are. */
export function BarStrip({ label, bars, isTall }: { label: string; bars: Bar[]; isTall?: boolean }) {
  const heightOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);
  const highest = Math.max(1, ...bars.map(heightOf));
  return (
    <ol
      className={classes.strip}
      aria-label={label}
      data-dense={bars.length > mostWideBars || undefined}
      data-tall={isTall || undefined}
    >
      {bars.map((bar) => (
        <Hint key={bar.key} label={bar.words}>
          <li aria-label={bar.words}>
            {bar.parts.map(({ fill, value }) => (
              <span key={fill} data-fill={fill} style={{ height: `${(100 * value) / highest}%` }} />
            ))}
          </li>
        </Hint>
      ))}
    </ol>
  );
}

/** Below a strip: where it begins, what the colors mean, and where it ends. */
export function BarAxis(props: {
  from: React.ReactNode;
  to: React.ReactNode;
  legend?: { fill: Fill; words: string }[];
}) {
  const { from, to, legend = [] } = props;
  return (
    <div className={classes.axis}>
      {from}
      <span className={classes.legend}>
        {legend.map(({ fill, words }) => (
          <span key={fill}>
            <i data-fill={fill} /> {words}
          </span>
        ))}
      </span>
      {to}
    </div>
  );
}

/** The numbers of a strip as a table, for those who can't see it or want to copy them. */
export function BarTable(props: {
  summary: string;
  label: string;
  headers: string[];
  rows: { key: string; name: string; values: (number | string)[] }[];
}) {
  const { summary, label, headers, rows } = props;
  const format = useFormatter();
  return (
    <details className={classes.table}>
      <summary>{summary}</summary>
      <table aria-label={label}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={headers[index + 1]}>{typeof value === "number" ? format.number(value) : value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
