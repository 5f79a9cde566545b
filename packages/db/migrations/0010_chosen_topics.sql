-- backfill
update members set notification_choices = (
    select jsonb_object_agg(topic, 'at_once') from unnest(notification_topics) as topic
  )
  where id in (
    select id from members where notification_topics <> '{}' and notification_choices = '{}' order by id limit 1000
  )
