import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.LogManager;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Asks veraPDF whether files keep a standard. The arguments are pairs of flavours and a file: "2b,ua1 invoice.pdf 3b other.pdf".
 * Prints a line per file and flavour: file, flavour, PASS, FAIL or ERROR, and the milliseconds, with tabs between them; below a FAIL a line
 * per rule, indented: clause and test, how often, the message, and where it failed first. Ends with 0 also where files fail; the caller reads.
 */
public class VerapdfCheck {
  private static final Map<String, ValidationProfile> profiles = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    VeraGreenfieldFoundryProvider.initialise();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      for (String flavour : arguments[i].split(",")) check(arguments[i + 1], flavour);
    }
  }

  private static void check(String file, String flavour) {
    long start = System.nanoTime();
    try (InputStream in = new FileInputStream(file);
        PDFAParser parser = Foundries.defaultInstance().createParser(in, PDFAFlavour.fromString(flavour));
        PDFAValidator validator = Foundries.defaultInstance().createValidator(readProfile(flavour), false)) {
      ValidationResult result = validator.validate(parser);
      long milliseconds = (System.nanoTime() - start) / 1_000_000;
      String verdict = result.isCompliant() ? "PASS" : "FAIL";
      System.out.println(String.join("\t", file, flavour, verdict, milliseconds + " ms"));
      printFailures(result);
    } catch (Throwable error) {
      System.out.println(String.join("\t", file, flavour, "ERROR", String.valueOf(error)));
    }
  }

  private static void printFailures(ValidationResult result) {
    Map<String, Integer> counts = new TreeMap<>();
    Map<String, TestAssertion> first = new HashMap<>();
    for (TestAssertion assertion : result.getTestAssertions()) {
      if (assertion.getStatus() != TestAssertion.Status.FAILED) continue;
      String rule = assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber();
      counts.merge(rule, 1, Integer::sum);
      first.putIfAbsent(rule, assertion);
    }
    counts.forEach((rule, count) -> {
      TestAssertion assertion = first.get(rule);
      String message = assertion.getMessage().replaceAll("\\s+", " ");
      System.out.println("  " + rule + " x" + count + "  " + message + "  @ " + assertion.getLocation().getContext());
    });
  }

  /** The rules of a flavour. They are read by DOM, because the archive lacks the JAXB that veraPDF reads them with. */
  private static ValidationProfile readProfile(String flavour) throws Exception {
    ValidationProfile known = profiles.get(flavour);
    if (known != null) return known;
    String name =
        flavour.equals("ua2") ? "PDFUA-2-ISO32005"
        : flavour.startsWith("ua") ? "PDFUA-" + flavour.substring(2)
        : "PDFA-" + flavour.toUpperCase();
    try (InputStream in = PDFAFlavour.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name + ".xml")) {
      if (in == null) throw new IOException("veraPDF has no profile " + name);
      Element root = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(in).getDocumentElement();
      HashSet<Rule> rules = new HashSet<>();
      for (Element rule : list(root, "rule")) rules.add(readRule(rule));
      HashSet<Variable> variables = new HashSet<>();
      for (Element variable : list(root, "variable")) variables.add(readVariable(variable));
      if (rules.size() < 50) throw new IOException("veraPDF has only " + rules.size() + " rules of " + name);
      ValidationProfile profile = Profiles.profileFromValues(
          PDFAFlavour.fromString(flavour),
          Profiles.profileDetailsFromValues(name, name, "veraPDF", new Date(0)), "", rules, variables);
      profiles.put(flavour, profile);
      return profile;
    }
  }

  private static Rule readRule(Element rule) {
    Element id = list(rule, "id").get(0);
    return Profiles.ruleFromValues(
        Profiles.ruleIdFromValues(
            PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
            id.getAttribute("clause"),
            Integer.parseInt(id.getAttribute("testNumber"))),
        rule.getAttribute("object"),
        rule.hasAttribute("deferred") ? Boolean.valueOf(rule.getAttribute("deferred")) : null,
        null, text(rule, "description"), text(rule, "test"),
        Profiles.errorFromValues(text(rule, "message"), List.of()), List.of());
  }

  private static Variable readVariable(Element variable) {
    return Profiles.variableFromValues(
        variable.getAttribute("name"), variable.getAttribute("object"),
        text(variable, "defaultValue"), text(variable, "value"));
  }

  private static String text(Element parent, String name) {
    List<Element> found = list(parent, name);
    return found.isEmpty() ? null : found.get(0).getTextContent();
  }

  private static List<Element> list(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    List<Element> elements = new java.util.ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) elements.add((Element) nodes.item(i));
    return elements;
  }
}
