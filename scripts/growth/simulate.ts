/**
 * Simulates an office too large to fill here, of up to 100 million documents, on a server with a given memory. Each question
 * of a seat touches as many pages as in a B-tree of that size; the server reads the others from its disk. The largest office
 * that was filled gives the sizes of rows and indexes, and the time of a question whose pages are all in memory.
 */
const PAGE = 8192
/** Entries and documents of the questions, as `measure.ts` asks them. */
const ASKED = { news: 500, latest: 3000, missing: 100, put: 100, claim: 1 } as const
export type Question = keyof typeof ASKED
export const QUESTIONS = Object.keys(ASKED) as Question[]

/** Bytes of one document on disk, by what holds them, and the ms of each question without a disk. */
export type Calibration = {
  heap: { entries: number; documents: number }
  index: { byName: number; byNews: number; byHash: number }
  inMemory: Readonly<Record<Question, number>>
}

export type Machine = {
  /** Of the database's pages, bytes. */
  memory: number
  /** One page from the disk, ms. */
  read: number
}

export type Simulated = {
  documents: number
  bytes: number
  levels: number
  /** Pages from the disk and ms, on average. */
  questions: Readonly<Record<Question, { reads: number; ms: number }>>
}

type Random = () => number

/** How often the questions are asked before they are counted, and while they are. */
const ROUNDS = { before: 20, counted: 100 }

/** Pages in memory; of those that were not used since it last looked, the next one goes (a clock, as PostgreSQL's own). */
function createMemory(most: number, pages: number) {
  const slots = Math.max(1, Math.min(most, pages))
  const slotOf = new Int32Array(pages).fill(-1)
  const pageIn = new Int32Array(slots).fill(-1)
  const isUsed = new Uint8Array(slots)
  let hand = 0
  let reads = 0
  return {
    touch(page: number) {
      const slot = slotOf[page] ?? -1
      if (slot >= 0) {
        isUsed[slot] = 1
        return
      }
      reads++
      while (isUsed[hand] === 1) {
        isUsed[hand] = 0
        hand = (hand + 1) % slots
      }
      const gone = pageIn[hand] ?? -1
      if (gone >= 0) slotOf[gone] = -1
      pageIn[hand] = page
      slotOf[page] = hand
      hand = (hand + 1) % slots
    },
    slots,
    reads: () => reads,
  }
}

type Memory = ReturnType<typeof createMemory>

/** A B-tree of `rows` with leaves of `each` bytes a row: `touch` goes from its root to the leaf of the row at `place`, 0 to 1. */
function createTree(first: number, rows: number, each: number) {
  const sizes: number[] = [Math.max(1, Math.ceil((rows * each) / PAGE))]
  // A row of an inner page has the key and a pointer, and so nearly the size of a leaf's.
  const fanOut = Math.max(2, Math.floor(PAGE / each))
  while ((sizes[0] ?? 1) > 1) sizes.unshift(Math.ceil((sizes[0] ?? 1) / fanOut))
  const starts = sizes.map((_, level) => first + sizes.slice(0, level).reduce((sum, size) => sum + size, 0))
  return {
    levels: sizes.length,
    pages: sizes.reduce((sum, size) => sum + size, 0),
    touch(memory: Memory, place: number) {
      for (const [level, size] of sizes.entries())
        memory.touch((starts[level] ?? 0) + Math.min(size - 1, Math.floor(place * size)))
    },
  }
}

/** One office of so many documents on a machine. The questions come mixed, as seats ask them. */
export function simulate(
  documents: number,
  { heap, index, inMemory }: Calibration,
  { memory: bytes, read }: Machine,
  random: Random,
): Simulated {
  let next = 0
  const region = <T extends { pages: number }>(make: (first: number) => T): T => {
    const made = make(next)
    next += made.pages
    return made
  }
  const tree = (each: number) => region(first => createTree(first, documents, each))
  const byName = tree(index.byName)
  const byNews = tree(index.byNews)
  const byHash = tree(index.byHash)
  const rows = (each: number) =>
    region(first => {
      const pages = Math.max(1, Math.ceil((documents * each) / PAGE))
      const touch = (memory: Memory, place: number) =>
        memory.touch(first + Math.min(pages - 1, Math.floor(place * pages)))
      return { pages, touch }
    })
  const entries = rows(heap.entries)
  const stored = rows(heap.documents)

  const memory = createMemory(Math.floor(bytes / PAGE), next)

  /** Where the nth newest row is: what is new lies at the end. */
  const newest = (n: number) => Math.max(0, 1 - n / documents)
  const ask: Readonly<Record<Question, () => void>> = {
    news() {
      for (let n = ASKED.news; n > 0; n--) {
        byNews.touch(memory, newest(n))
        entries.touch(memory, newest(n))
      }
    },
    latest() {
      for (let n = ASKED.latest; n > 0; n--) {
        byNews.touch(memory, newest(n))
        entries.touch(memory, newest(n))
      }
    },
    // Hashes are anywhere.
    missing() {
      for (let n = 0; n < ASKED.missing; n++) byHash.touch(memory, random())
    },
    // Of any company, and so with a hash anywhere; the name is a new one.
    put() {
      for (let n = 0; n < ASKED.put; n++) {
        byName.touch(memory, newest(0))
        byNews.touch(memory, newest(0))
        entries.touch(memory, newest(0))
        byHash.touch(memory, random())
        stored.touch(memory, newest(0))
      }
    },
    // Filings have a table of their own, a hundredth of the documents.
    claim: () => byHash.touch(memory, random() / 100),
  }
  // A server that has run for long has its memory full of what anybody asked for.
  for (let page = 0; page < memory.slots; page++) {
    const place = random()
    for (const tree of [byName, byHash]) tree.touch(memory, place)
    entries.touch(memory, random())
  }
  const askAll = () => QUESTIONS.map(question => ask[question]())
  for (let round = 0; round < ROUNDS.before; round++) askAll()
  const reads = new Map<Question, number>(QUESTIONS.map(question => [question, 0]))
  for (let round = 0; round < ROUNDS.counted; round++)
    for (const question of QUESTIONS) {
      const before = memory.reads()
      ask[question]()
      reads.set(question, (reads.get(question) ?? 0) + memory.reads() - before)
    }
  const questionOf = (question: Question) => {
    const mean = (reads.get(question) ?? 0) / ROUNDS.counted
    return [question, { reads: mean, ms: inMemory[question] + mean * read }] as const
  }
  return {
    documents,
    bytes: next * PAGE,
    levels: Math.max(byName.levels, byNews.levels, byHash.levels),
    questions: Object.fromEntries(QUESTIONS.map(questionOf)) as Simulated['questions'],
  }
}
