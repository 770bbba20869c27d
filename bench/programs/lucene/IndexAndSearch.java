import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * Threads that add, update and delete documents of one index while others search it. What the searchers see
 * meanwhile depends on the interleaving and is not printed; what the index holds in the end does not.
 */
public final class IndexAndSearch {
    private static final int INDEXERS = 4;
    private static final int SEARCHERS = 2;
    private static final int DOCUMENTS = 1_500;
    private static final int SEARCHES = 150;
    private static final String[] WORDS = {
        "anchor", "basalt", "cedar", "dune", "ember", "falcon", "granite", "harbour", "island", "juniper", "kestrel", "lantern",
        "meadow", "nectar", "orchard", "pebble", "quarry", "river", "saffron", "thistle", "umber", "valley", "willow", "yarrow",
    };

    private static String text(int seed, int words) {
        StringBuilder text = new StringBuilder();
        int state = seed * 31 + 7;
        for (int i = 0; i < words; i++) {
            state = state * 1_103_515_245 + 12_345;
            text.append(WORDS[(state >>> 8) % WORDS.length]).append(i % 7 == 6 ? ". " : " ");
        }
        return text.toString();
    }

    private static Document document(int indexer, int number) {
        Document document = new Document();
        document.add(new StringField("id", indexer + "-" + number, Field.Store.YES));
        document.add(new TextField("text", text(indexer * DOCUMENTS + number, 40), Field.Store.NO));
        document.add(new IntPoint("number", number));
        document.add(new NumericDocValuesField("order", (long) indexer * DOCUMENTS + number));
        return document;
    }

    /** Adds documents, writes every third a second time, and deletes every tenth. */
    private static Callable<Integer> indexer(IndexWriter writer, int indexer) {
        return () -> {
            for (int number = 0; number < DOCUMENTS; number++) {
                writer.addDocument(document(indexer, number));
                if (number % 3 == 0) {
                    writer.updateDocument(new Term("id", indexer + "-" + number), document(indexer, number));
                }
                if (number % 10 == 9) {
                    writer.deleteDocuments(new Term("id", indexer + "-" + (number - 5)));
                }
                if (number % 500 == 499) {
                    writer.commit();
                }
            }
            return DOCUMENTS;
        };
    }

    private static Callable<Integer> searcher(SearcherManager manager, Analyzer analyzer, int seed) {
        return () -> {
            QueryParser parser = new QueryParser("text", analyzer);
            for (int i = 0; i < SEARCHES; i++) {
                manager.maybeRefresh();
                IndexSearcher searcher = manager.acquire();
                try {
                    Query query = parser.parse(WORDS[(seed + i) % WORDS.length] + " AND " + WORDS[(seed + 2 * i + 1) % WORDS.length]);
                    searcher.search(query, 10);
                    searcher.count(IntPoint.newRangeQuery("number", i, i + 100));
                } finally {
                    manager.release(searcher);
                }
            }
            return SEARCHES;
        };
    }

    private static void printOutcome(Directory directory, Analyzer analyzer, ExecutorService threads) throws Exception {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader, threads);
            System.out.println("documents: " + reader.numDocs());
            QueryParser parser = new QueryParser("text", analyzer);
            Sort byOrder = new Sort(new SortField("order", SortField.Type.LONG));
            for (String query : new String[] {"anchor AND NOT basalt", "\"cedar dune\"", "ember^2 falcon", "gran*", "island~1", "\"river willow\"~4"}) {
                StringBuilder line = new StringBuilder(query).append(": ").append(searcher.count(parser.parse(query)));
                for (ScoreDoc hit : searcher.search(parser.parse(query), 4, byOrder).scoreDocs) {
                    line.append(' ').append(searcher.storedFields().document(hit.doc).get("id"));
                }
                System.out.println(line);
            }
            System.out.println("in range: " + searcher.count(IntPoint.newRangeQuery("number", 100, 199)));
            System.out.println("deleted: " + searcher.count(new TermQuery(new Term("id", "0-4"))));
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(INDEXERS + SEARCHERS);
        Analyzer analyzer = new EnglishAnalyzer();
        try (Directory directory = new ByteBuffersDirectory()) {
            IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(1);
            try (IndexWriter writer = new IndexWriter(directory, config);
                    SearcherManager manager = new SearcherManager(writer, null)) {
                List<Future<Integer>> tasks = new ArrayList<>();
                for (int i = 0; i < INDEXERS; i++) {
                    tasks.add(threads.submit(indexer(writer, i)));
                }
                for (int i = 0; i < SEARCHERS; i++) {
                    tasks.add(threads.submit(searcher(manager, analyzer, i)));
                }
                int done = 0;
                for (Future<Integer> task : tasks) {
                    done += task.get();
                }
                System.out.println("tasks did: " + done);
                writer.forceMerge(2);
            }
            printOutcome(directory, analyzer, threads);
        } finally {
            threads.shutdown();
        }
    }
}
