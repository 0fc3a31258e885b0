import { setTimeout as sleep } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { run } from './contestant.js'

const QUEUE = 'work'
const LOOPS = 4
const WHEN_IDLE_MILLIS = 5

// its work() polls twice a second at most; fetch() and complete() in loops, which it offers as well, have no such limit
await run(async ({ connection, workers, filler }, ran) => {
  const boss = new PgBoss({ ...connection, max: 10 })
  boss.on('error', (error) => console.log(error))
  await boss.start()
  await boss.createQueue(QUEUE)
  let running = null

  async function loop(self) {
    while (self.on) {
      const jobs = await boss.fetch(QUEUE, { batchSize: Math.max(1, workers / LOOPS), priority: false })
      if (jobs.length === 0) {
        await sleep(WHEN_IDLE_MILLIS)
      } else {
        await Promise.all(jobs.map((job) => ran(job.data.index)))
        await boss.complete(QUEUE, jobs.map((job) => job.id))
      }
    }
  }

  return {
    enqueueAll: (from, to) => boss.insert(Array.from({ length: to - from }, (_, i) => ({ name: QUEUE, data: { index: from + i, filler } }))),
    on: () => {
      const self = { on: true }
      self.loops = Array.from({ length: Math.min(LOOPS, workers) }, () => loop(self))
      self.loops.forEach((one) => one.catch((error) => { console.log(error); process.exit(1) }))
      running = self
    },
    off: async () => {
      if (running) {
        running.on = false
        await Promise.all(running.loops)
        running = null
      }
    }
  }
})
