import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Threads that share `Templates`, which are made to be shared, and have a `Transformer` each. */
public final class Transformers {
    private static final int THREADS = 8;
    private static final int TASKS = 120;

    private static final String STYLESHEET = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
            + "<xsl:output method='html' indent='yes'/>"
            + "<xsl:param name='limit' select='10'/>"
            + "<xsl:key name='by-kind' match='item' use='@kind'/>"
            + "<xsl:variable name='kinds' select=\"/shop/item[generate-id() = generate-id(key('by-kind', @kind)[1])]\"/>"
            + "<xsl:template match='/shop'><html><body>"
            + "<xsl:for-each select='$kinds'><xsl:sort select='@kind'/>"
            + "<h1><xsl:value-of select=\"translate(@kind, 'abc', 'ABC')\"/></h1><ol>"
            + "<xsl:apply-templates select=\"key('by-kind', @kind)[price &gt; $limit]\"><xsl:sort select='price' data-type='number' order='descending'/>"
            + "</xsl:apply-templates></ol></xsl:for-each>"
            + "<p><xsl:call-template name='total'><xsl:with-param name='items' select='item'/></xsl:call-template></p>"
            + "</body></html></xsl:template>"
            + "<xsl:template match='item'><li><xsl:number value='position()' format='i'/>: "
            + "<xsl:value-of select=\"concat(substring(name, 1, 4), '=', format-number(price, '#,##0.00'))\"/></li></xsl:template>"
            + "<xsl:template name='total'><xsl:param name='items'/><xsl:param name='sum' select='0'/><xsl:choose>"
            + "<xsl:when test='$items'><xsl:call-template name='total'>"
            + "<xsl:with-param name='items' select='$items[position() &gt; 1]'/>"
            + "<xsl:with-param name='sum' select='$sum + $items[1]/price'/></xsl:call-template></xsl:when>"
            + "<xsl:otherwise><xsl:value-of select='$sum'/></xsl:otherwise></xsl:choose></xsl:template>"
            + "</xsl:stylesheet>";

    private static String shop(int seed) {
        StringBuilder shop = new StringBuilder("<shop>");
        int state = seed;
        for (int i = 0; i < 40; i++) {
            state = state * 1_103_515_245 + 12_345;
            int price = (state >>> 8) % 4_000;
            shop.append("<item kind='").append((char) ('a' + (price + i) % 5)).append("kind'><name>item").append(i)
                    .append("</name><price>").append(price).append("</price></item>");
        }
        return shop.append("</shop>").toString();
    }

    private static String transform(Templates templates, int seed) throws Exception {
        StringWriter html = new StringWriter();
        var transformer = templates.newTransformer();
        transformer.setParameter("limit", seed % 100);
        transformer.transform(new StreamSource(new StringReader(shop(seed))), new StreamResult(html));
        return html.toString();
    }

    private static void share(String name, String factory, ExecutorService threads) throws Exception {
        Templates templates = TransformerFactory.newInstance(factory, null)
                .newTemplates(new StreamSource(new StringReader(STYLESHEET)));
        List<Future<String>> pages = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            int seed = i % 60;
            pages.add(threads.submit(() -> transform(templates, seed)));
        }
        TreeMap<Integer, String> first = new TreeMap<>();
        int hash = 0;
        for (int i = 0; i < TASKS; i++) {
            String page = pages.get(i).get();
            hash = hash * 31 + page.hashCode();
            String before = first.putIfAbsent(i % 60, page);
            if (before != null && !before.equals(page)) {
                throw new IllegalStateException(name + " made two different pages of one document");
            }
        }
        System.out.println(name + ": " + first.size() + " pages, " + first.get(7).length() + " characters, hash " + hash);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            share("interpreted", "org.apache.xalan.processor.TransformerFactoryImpl", threads);
            share("compiled", "org.apache.xalan.xsltc.trax.TransformerFactoryImpl", threads);
        } finally {
            threads.shutdown();
        }
    }
}
