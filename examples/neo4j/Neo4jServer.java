// Starts one Neo4j Community server with the settings of the file neo4j.conf in its home; server.py writes that file and runs this one:
//   java -cp 'lib/*' Neo4jServer.java HOME [tied]
// The server ends in good order on SIGTERM. A tied one also ends when its standard input does, so it never outlives who started it.

import java.nio.file.Path;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

public class Neo4jServer {
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]);
        var service = new DatabaseManagementServiceBuilder(home).loadPropertiesFromFile(home.resolve("neo4j.conf")).build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        if (arguments.length > 1) {
            while (System.in.read() >= 0) {
                // nothing is expected there but its end
            }
            System.exit(0);
        }
        Thread.currentThread().join();
    }
}
