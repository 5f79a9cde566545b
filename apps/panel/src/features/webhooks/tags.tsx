import classes from "./tags.module.css";

export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.length === 0 ? null : (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}
