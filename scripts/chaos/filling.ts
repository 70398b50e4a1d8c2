import type pg from 'pg';

/** A fictitious number of the network that is answered and talks to the end, of one of nine series. */
export const numberOf = (series: number, n: number): string =>
  `+1${2_000_000_000 + series * 100_000_000 + Math.floor(n / 40) * 100 + (n % 40)}`;

const tables = [
  'workflow_runs',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'campaign_contacts',
  'campaign_source_rows',
] as const;

/** How many rows the large tables have. */
export async function rowsOf(db: pg.Client): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await db.query<{ count: string }>(`select count(*) from ${table}`);
    counts[table] = Number(rows[0]!.count);
  }
  return counts;
}

/**
 * Repeats the rows of one call that has ended, as its release wrote them: the run as a single call, an event, its delivery
 * and its attempt. Returns what the tables have then.
 */
export async function fill(db: pg.Client, rows: number): Promise<string> {
  const { rows: found } = await db.query<{ id: string }>(
    `select run.id from workflow_runs as run
     join webhook_deliveries as delivery on delivery.run_id = run.id and delivery.state = 'delivered' limit 1`,
  );
  const template = found[0]?.id;
  if (template === undefined) throw new Error('No call has ended whose event was delivered.');
  const columns = async (
    table: string,
    own: Readonly<Record<string, string>>,
  ): Promise<[string, string]> => {
    const { rows: names } = await db.query<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const copied = names.map(({ name }) => name).filter((name) => own[name] !== 'default');
    return [copied.join(', '), copied.map((name) => own[name] ?? `of.${name}`).join(', ')];
  };
  const [runInto, runFrom] = await columns('workflow_runs', {
    id: 'default',
    mode: `'ad_hoc'`,
    campaign_id: 'null',
    contact_id: 'null',
    counted_campaign_id: 'null',
  });
  const [eventInto, eventFrom] = await columns('webhook_events', {
    id: 'gen_random_uuid()',
    position: 'run.position',
    run_id: 'run.id',
    campaign_id: 'null',
  });
  const [deliveryInto, deliveryFrom] = await columns('webhook_deliveries', {
    id: 'default',
    event_id: 'event.id',
    position: 'event.position',
    run_id: 'event.run_id',
    campaign_id: 'null',
  });
  const [attemptInto, attemptFrom] = await columns('webhook_attempts', {
    delivery_id: 'delivery.id',
  });
  const step = 50_000;
  for (let made = 0; made < rows; made += step) {
    await db.query('begin');
    const { rows: positions } = await db.query<{ first: string }>(
      `update event_positions set last_position = last_position + $2
       where organization_id = (select organization_id from workflow_runs where id = $1)
       returning last_position - $2 as first`,
      [template, step],
    );
    await db.query(
      `create temporary table made_runs on commit drop as
       with made as (
         insert into workflow_runs (${runInto}) select ${runFrom}
         from workflow_runs as of, generate_series(1, ${step}) where of.id = ${template} returning id
       )
       select id, ${positions[0]!.first} + row_number() over (order by id) as position from made`,
    );
    await db.query(
      `with event as (
         insert into webhook_events (${eventInto}) select ${eventFrom} from made_runs as run,
           (select * from webhook_events where run_id = ${template} order by position limit 1) as of
         returning id, position, run_id
       )
       select * into temporary made_events from event`,
    );
    await db.query(
      `with delivery as (
         insert into webhook_deliveries (${deliveryInto}) select ${deliveryFrom} from made_events as event,
           (select * from webhook_deliveries where run_id = ${template} order by position limit 1) as of
         returning id
       )
       select * into temporary made_deliveries from delivery`,
    );
    await db.query(
      `insert into webhook_attempts (${attemptInto}) select ${attemptFrom} from made_deliveries as delivery,
         (select * from webhook_attempts where delivery_id =
           (select id from webhook_deliveries where run_id = ${template} order by position limit 1)) as of`,
    );
    await db.query('drop table made_events, made_deliveries');
    await db.query('commit');
  }
  await db.query('analyze');
  const counts = await rowsOf(db);
  return Object.entries(counts)
    .map(([table, count]) => `${count} ${table}`)
    .join(', ');
}
