import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield

/** A plain object: whoever hands it over has to order it. */
class Parcel(var weight: Int) {
    val stamps = IntArray(4)
}

/** Written by two threads that nothing orders: the race that must be found. */
object Seeded {
    @JvmField var race = 0
}

/** Stages with rendezvous, buffered and unlimited channels between them; each stamps the parcel. */
suspend fun channels() = coroutineScope {
    val parcels = 3_000
    val channels = listOf<Channel<Parcel>>(Channel(), Channel(16), Channel(Channel.UNLIMITED), Channel(), Channel(4))
    for (stage in 0 until 4) {
        launch {
            for (parcel in channels[stage]) {
                parcel.weight++
                parcel.stamps[stage] = parcel.weight
                channels[stage + 1].send(parcel)
            }
            channels[stage + 1].close()
        }
    }
    launch {
        repeat(parcels) { channels[0].send(Parcel(it)) }
        channels[0].close()
    }
    var sum = 0L
    for (parcel in channels[4]) {
        sum += parcel.weight + parcel.stamps[0] + parcel.stamps[3]
    }
    println("channels: $sum")
}

class Tally {
    var locked = 0
    var permitted = 0
    var afterYield = 0
}

suspend fun locks() = coroutineScope {
    val tally = Tally()
    val mutex = Mutex()
    val semaphore = Semaphore(1)
    val jobs = List(200) {
        launch {
            // A local of a suspending function lives in an object that passes from worker to worker.
            var mine = 0
            repeat(20) {
                mutex.withLock { tally.locked++ }
                semaphore.withPermit { tally.permitted++ }
                mine++
                yield()
            }
            mutex.withLock { tally.afterYield += mine }
        }
    }
    jobs.joinAll()
    println("locks: ${tally.locked} ${tally.permitted} ${tally.afterYield}")
}

suspend fun flows() {
    val sum = flow { for (i in 1..2_000) emit(Parcel(i)) }
        .map { it.weight *= 2; it }
        .flowOn(Dispatchers.Default)
        .buffer(8)
        .map { it.weight + 1 }
        .flowOn(Dispatchers.IO)
        .let { flow -> var total = 0L; flow.collect { total += it }; total }
    println("flows: $sum")
    val state = MutableStateFlow(0)
    coroutineScope {
        repeat(50) { launch { repeat(20) { state.update { it + 1 } } } }
        state.first { it == 1_000 }
    }
    println("state: ${state.value}")
}

sealed interface Message
class Add(val parcel: Parcel) : Message
class Total(val answer: CompletableDeferred<Int>) : Message

/** One coroutine that owns plain state, and many that send to it. */
suspend fun actors() = coroutineScope {
    val mailbox = Channel<Message>(8)
    val owner = launch {
        var total = 0
        for (message in mailbox) {
            when (message) {
                is Add -> total += message.parcel.weight
                is Total -> message.answer.complete(total)
            }
        }
    }
    List(50) { sender -> launch { repeat(40) { mailbox.send(Add(Parcel(sender + it))) } } }.joinAll()
    val answer = CompletableDeferred<Int>()
    mailbox.send(Total(answer))
    println("actors: ${answer.await()}")
    mailbox.close()
    owner.join()
}

suspend fun fibonacci(n: Int): Int = if (n < 2) n else coroutineScope {
    val left = async { fibonacci(n - 1) }
    val right = async { fibonacci(n - 2) }
    left.await() + right.await()
}

suspend fun structure() {
    println("fibonacci: ${fibonacci(13)}")
    val parcels = coroutineScope { List(300) { async { delay(1); Parcel(it) } }.awaitAll() }
    println("parcels: ${parcels.sumOf { it.weight }}")
    val seen = withContext(Dispatchers.IO) { parcels.maxOf { it.weight } }
    println("greatest: $seen")
    println("timeout: ${withTimeoutOrNull(20) { delay(60_000); 1 }}")
}

fun race() {
    val one = Thread({ Seeded.race = 1 }, "racer-1")
    val two = Thread({ Seeded.race = 2 }, "racer-2")
    one.start()
    two.start()
    one.join()
    two.join()
    println("raced: ${Seeded.race > 0}")
}

fun main() {
    race()
    runBlocking(Dispatchers.Default) {
        repeat(3) {
            channels()
            locks()
            flows()
            actors()
            structure()
        }
    }
}
