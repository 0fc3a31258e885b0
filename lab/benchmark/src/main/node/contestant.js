// What io.baton.benchmark.node.NodeMain is for JVMs: reads commands, one a line, and answers each with a line that starts with @.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const SLOTS = 1 << 21
const LARGEST_PORTION = 1000
const SMALLEST_REFILL = 100
const BUCKETS = 640

const now = () => Number(process.hrtime.bigint())

/** The arguments: where the database is, as a JDBC URL, and name=value pairs. */
function parse([jdbc, ...pairs]) {
  const url = new URL(jdbc.replace(/^jdbc:/, ''))
  const connection = { host: url.hostname, port: Number(url.port), database: url.pathname.slice(1), user: url.searchParams.get('user') }
  const settings = Object.fromEntries(pairs.map((pair) => pair.split('=')))
  const filler = 'abcdefghijklmnopqrstuvwxyz'.repeat(Number(settings.filler ?? 70) / 26 + 1).slice(0, Number(settings.filler ?? 70))
  return { connection, workers: Number(settings.workers ?? 8), filler }
}

/**
 * Makes a contestant of its settings and of what its handler calls with a job's index, and obeys commands. A contestant has
 * enqueueAll(from, to), on() and off().
 */
export async function run(make) {
  const enqueuedAt = new Float64Array(SLOTS)
  let waits = new Uint32Array(BUCKETS)
  let enqueued = 0
  let completed = 0
  let repeated = 0
  let workMillis = 0
  let feeder = null
  let failure = null

  const contestant = await make(parse(process.argv.slice(2)), async (slot) => {
    const since = enqueuedAt[slot]
    enqueuedAt[slot] = 0
    if (since === 0) {
      repeated++
      return
    }
    const micros = Math.max(1, (now() - since) / 1000)
    waits[Math.min(BUCKETS - 1, Math.floor(Math.log2(micros) * 16))]++
    if (workMillis > 0) {
      await sleep(workMillis)
    }
    completed++
  })

  async function enqueue(jobs) {
    const from = enqueued % SLOTS
    const to = Math.min(from + jobs, SLOTS)
    if (enqueuedAt.subarray(from, to).some((time) => time !== 0)) {
      throw new Error(`${SLOTS} jobs wait, or one was lost`)
    }
    enqueuedAt.fill(now(), from, to)
    enqueued += to - from
    await contestant.enqueueAll(from, to)
  }

  async function feed(missing, least, tick) {
    const self = { running: true }
    const start = now()
    const before = enqueued
    const loop = async () => {
      while (self.running) {
        const jobs = missing(now() - start, enqueued - before)
        if (jobs >= least) {
          await enqueue(Math.min(jobs, LARGEST_PORTION))
        } else {
          await sleep(tick)
        }
      }
    }
    await stop()
    self.done = loop().catch((error) => { failure = error })
    feeder = self
  }

  async function stop() {
    if (feeder) {
      feeder.running = false
      await feeder.done
      feeder = null
    }
  }

  async function fill(jobs) {
    for (const end = enqueued + jobs; enqueued < end;) {
      await enqueue(Math.min(end - enqueued, LARGEST_PORTION))
    }
  }

  function sample(collect) {
    if (failure) {
      throw failure
    }
    if (collect) {
      globalThis.gc()
    }
    const past = waits
    waits = new Uint32Array(BUCKETS)
    const buckets = [...past.entries()].filter(([, count]) => count > 0).map(([bucket, count]) => `${bucket}:${count}`)
    const memory = process.memoryUsage()
    return [enqueued, completed, repeated, memory.heapUsed + memory.arrayBuffers, ...buckets].join(' ')
  }

  const traffic = {
    work: (millis) => { workMillis = millis },
    fill,
    rate: (perSecond) => feed((nanos, fed) => Math.floor(nanos * perSecond / 1e9) - fed, 1, 10),
    depth: (jobs) => feed(() => jobs - (enqueued - completed), Math.min(jobs, SMALLEST_REFILL), 1),
    stop,
    sample: (collect) => sample(collect === 1)
  }

  const commands = {
    on: () => contestant.on(),
    off: () => contestant.off(),
    traffic: (what, number) => traffic[what](Number(number))
  }

  console.log('@ok')
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(' ')
    try {
      console.log(`@ok ${(await commands[command](...words)) ?? ''}`)
    } catch (error) {
      console.log(error.stack)
      console.log(`@failed ${error.message.replaceAll('\n', ' ')}`)
    }
  }
  // nothing that a database is left with matters any more
  process.exit(0)
}
