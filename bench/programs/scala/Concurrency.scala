package programs

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.collection.concurrent.TrieMap
import scala.collection.parallel.CollectionConverters.*
import scala.concurrent.{Await, Future, Promise}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration

/** A plain object: whoever hands it over has to order it. */
final class Parcel(var weight: Int):
  val stamps = new Array[Int](4)

/** Lazy values that many threads ask for at once; the initializer's writes are plain. */
final class Catalogue(size: Int):
  var made = 0
  lazy val entries: Map[Int, String] =
    made += 1
    (0 until size).map(i => i -> s"entry $i").toMap
  lazy val total: Int = entries.values.map(_.length).sum

/** Written by two threads that nothing orders: the race that must be found. */
final class Seeded:
  var race = 0

/** Messages handled one at a time by whichever thread of the pool is free, so that state may be plain. */
final class Actor:
  private val mailbox = ConcurrentLinkedQueue[Parcel]()
  private val pending = AtomicInteger()
  private var sum = 0L
  val done = Promise[Long]()

  def send(parcel: Parcel): Unit =
    mailbox.add(parcel)
    if pending.getAndIncrement() == 0 then schedule()

  private def schedule(): Unit = global.execute(() => handle())

  private def handle(): Unit =
    val parcel = mailbox.poll()
    sum += parcel.weight
    if parcel.weight < 0 then done.success(sum)
    if pending.decrementAndGet() > 0 then schedule()

object Concurrency:
  private def await[T](future: Future[T]): T = Await.result(future, Duration.Inf)

  private def race(): Unit =
    val seeded = Seeded()
    val threads = List(1, 2).map(n => Thread((() => seeded.race = n): Runnable, s"racer-$n"))
    threads.foreach(_.start())
    threads.foreach(_.join())
    println(s"raced: ${seeded.race > 0}")

  private def futures(): Unit =
    var chain = Future(Parcel(0))
    for i <- 0 until 2_000 do
      chain = chain.map { parcel =>
        parcel.weight += 1
        parcel.stamps(i % 4) += 1
        parcel
      }
    val parcel = await(chain)
    println(s"chain: ${parcel.weight} ${parcel.stamps.mkString(" ")}")
    val all = Future.traverse((1 to 500).toList)(i => Future(Parcel(i)))
    println(s"all: ${await(all).map(_.weight).sum}")
    val pairs = (1 to 200).map { i =>
      val promise = Promise[Parcel]()
      Future(promise.success(Parcel(i)))
      for
        one <- promise.future
        two <- Future(Parcel(one.weight))
      yield one.weight + two.weight
    }
    println(s"pairs: ${pairs.map(await).sum}")
    val recovered = Future[Int](throw IllegalStateException("on purpose")).recover { case _: IllegalStateException => 7 }
    println(s"recovered: ${await(recovered)}")

  private def fibonacci(n: Int): Future[Int] =
    if n < 2 then Future.successful(n)
    else
      val left = Future(fibonacci(n - 1)).flatten
      fibonacci(n - 2).zipWith(left)(_ + _)

  private def lazies(): Unit =
    var total = 0
    for round <- 0 until 50 do
      val catalogue = Catalogue(50 + round)
      val gate = CountDownLatch(1)
      val seen = (0 until 4).map(_ => Future { gate.await(); catalogue.total + catalogue.entries.size })
      gate.countDown()
      total += seen.map(await).sum + catalogue.made
    println(s"lazies: $total")

  private def tries(): Unit =
    val parcels = TrieMap[Int, Parcel]()
    val workers = (0 until 4).map(w => Future {
      for i <- 0 until 2_000 do parcels.putIfAbsent(i * 4 + w, Parcel(i))
      for i <- 0 until 2_000 by 3 do parcels.remove(i * 4 + w)
      parcels.readOnlySnapshot().size
    })
    workers.foreach(await)
    println(s"tries: ${parcels.size} ${parcels.values.map(_.weight).sum}")

  private def parallel(): Unit =
    val parcels = (0 until 5_000).map(Parcel(_)).toVector
    val sum = parcels.par.map { parcel => parcel.weight *= 2; parcel }.filter(_.weight % 3 == 0).map(_.weight).sum
    val groups = parcels.par.groupBy(_.weight % 5).map((k, v) => k -> v.size).toList.sorted
    println(s"parallel: $sum ${groups.mkString(" ")} ${parcels.map(_.weight.toLong).sum}")

  private def actors(): Unit =
    val actor = Actor()
    val senders = (0 until 8).map(s => Future((0 until 1_000).foreach(i => actor.send(Parcel(i)))))
    senders.foreach(await)
    actor.send(Parcel(-1))
    println(s"actors: ${await(actor.done.future)}")

  def main(args: Array[String]): Unit =
    race()
    for _ <- 1 to 3 do
      futures()
      println(s"fibonacci: ${await(fibonacci(15))}")
      lazies()
      tries()
      parallel()
      actors()
