import com.google.gson.JsonParser;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Listens for events; each counts only if it was signed with the endpoint's secret. */
final class Receiver {
  private static final long TOLERATED_SECONDS = 300;
  private final HttpServer server;
  private final LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
  private volatile byte[] key;

  Receiver(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** The endpoint's secret, before its first event. */
  void expect(String secret) {
    key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }

  /** The first event about the run. The demo's calls have events too. */
  String event(long runId) throws InterruptedException {
    while (true) {
      String event = events.poll(60, TimeUnit.SECONDS);
      if (event == null) throw new IllegalStateException("There was no event within a minute.");
      var call = JsonParser.parseString(event).getAsJsonObject().getAsJsonObject("call");
      if (call.get("run_id").getAsLong() == runId) return event;
    }
  }

  void stop() {
    server.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean isSigned = isSigned(exchange.getRequestHeaders(), body);
    if (isSigned) events.add(body);
    exchange.sendResponseHeaders(isSigned ? 204 : 400, -1);
    exchange.close();
  }

  /** As Standard Webhooks defines it: HMAC-SHA256 of ID, timestamp and body, in one of the signatures. */
  private boolean isSigned(Headers headers, String body) {
    String id = headers.getFirst("webhook-id");
    String timestamp = headers.getFirst("webhook-timestamp");
    String signatures = headers.getFirst("webhook-signature");
    if (id == null || timestamp == null || signatures == null) return false;
    long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
    if (Math.abs(age) > TOLERATED_SECONDS) return false;
    byte[] expected = hmac(id + "." + timestamp + "." + body);
    for (String signature : signatures.split(" ")) {
      if (!signature.startsWith("v1,")) continue;
      byte[] sent = Base64.getDecoder().decode(signature.substring("v1,".length()));
      if (MessageDigest.isEqual(expected, sent)) return true;
    }
    return false;
  }

  private byte[] hmac(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
