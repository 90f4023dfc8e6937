// Reads one SQL statement a line and prints, for each that CockroachDB's own parser refuses, its number and why.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/cockroachdb/cockroachdb-parser/pkg/sql/parser"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<16), 1<<24)
	refused := false
	for number := 1; lines.Scan(); number++ {
		if _, err := parser.Parse(lines.Text()); err != nil {
			fmt.Printf("%d: %v\n", number, err)
			refused = true
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if refused {
		os.Exit(1)
	}
}
