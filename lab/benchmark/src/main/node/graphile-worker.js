import { Logger, makeWorkerUtils, run as runWorker } from 'graphile-worker'
import pg from 'pg'
import { run } from './contestant.js'

const ADD = `SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
  SELECT json_populate_record(NULL::graphile_worker.job_spec, json_build_object(
    'identifier', 'work', 'payload', json_build_object('index', i, 'filler', $3::text)))
  FROM generate_series($1::int, $2::int - 1) AS i))`

const logger = new Logger(() => (level, message) => level === 'error' && console.log(message))

await run(async ({ connection, workers, filler }, ran) => {
  const pgPool = new pg.Pool({ ...connection, max: Math.max(10, Math.min(workers, 50)) + 2 })
  pgPool.on('error', (error) => console.log(error))
  const utils = await makeWorkerUtils({ pgPool, logger })
  await utils.migrate()
  let runner = null
  return {
    enqueueAll: (from, to) => pgPool.query({ name: 'add', text: ADD, values: [from, to, filler] }),
    on: async () => {
      runner = await runWorker({
        pgPool,
        logger,
        concurrency: workers,
        pollInterval: 100,
        noHandleSignals: true,
        taskList: { work: (payload) => ran(payload.index) }
      })
    },
    off: async () => {
      await runner?.stop()
      runner = null
    }
  }
})
